#!/usr/bin/python3
"""A window of Qt with a table, a tree and a list on pages behind the first, which report that they are on screen.

usage: pages-qt.py 5|6
"""

import sys

if sys.argv[1] == "5":
    from PyQt5 import QtWidgets
else:
    from PyQt6 import QtWidgets

application = QtWidgets.QApplication(sys.argv[:1])
pages = QtWidgets.QTabWidget()
pages.setWindowTitle("Pages")
pages.addTab(QtWidgets.QLabel("Welcome"), "First")
table = QtWidgets.QTableWidget(60, 3)
table.setHorizontalHeaderLabels(["Part", "Price", "Stock"])
for row in range(60):
    table.setItem(row, 0, QtWidgets.QTableWidgetItem(f"Part {row}"))
pages.addTab(table, "Parts")
tree = QtWidgets.QTreeWidget()
tree.setHeaderLabels(["Place", "Count"])
tree.addTopLevelItem(QtWidgets.QTreeWidgetItem(["Depot", "1"]))
pages.addTab(tree, "Depots")
couriers = QtWidgets.QListWidget()
couriers.addItems([f"Courier {row}" for row in range(40)])
pages.addTab(couriers, "Couriers")
pages.show()
application.exec_() if sys.argv[1] == "5" else application.exec()
