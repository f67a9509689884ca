#!/usr/bin/python3
"""A window of Qt with a menu, a field, a tree whose places can be expanded, and a table whose cells can be edited.

usage: keys-qt.py 5|6
"""

import sys

if sys.argv[1] == "5":
    from PyQt5 import QtWidgets
else:
    from PyQt6 import QtWidgets

application = QtWidgets.QApplication(sys.argv[:1])
window = QtWidgets.QMainWindow()
window.setWindowTitle("Keys")
status = QtWidgets.QLabel("none")
menu = window.menuBar().addMenu("Tools")
menu.addAction("Count").triggered.connect(lambda: status.setText("counted"))
field = QtWidgets.QLineEdit()
field.setAccessibleName("Name")
tree = QtWidgets.QTreeWidget()
tree.setHeaderLabels(["Place"])
depot = QtWidgets.QTreeWidgetItem(["Depot"])
depot.addChild(QtWidgets.QTreeWidgetItem(["Shelf"]))
for item in (QtWidgets.QTreeWidgetItem(["Office"]), depot):
    tree.addTopLevelItem(item)
table = QtWidgets.QTableWidget(2, 2)
table.setHorizontalHeaderLabels(["Part", "Price"])
for row in range(2):
    for column, text in enumerate(("Bolt", "Nut") if row == 0 else ("Gear", "Axle")):
        table.setItem(row, column, QtWidgets.QTableWidgetItem(text))
page = QtWidgets.QWidget()
layout = QtWidgets.QVBoxLayout(page)
for widget in (status, field, tree, table):
    layout.addWidget(widget)
window.setCentralWidget(page)
window.show()
field.setFocus()
application.exec_() if sys.argv[1] == "5" else application.exec()
