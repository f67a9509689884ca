#!/usr/bin/python3
"""A window of Qt with buttons that stay pressed, and a label that says what was clicked last and what an action ran.

usage: toggles-qt.py 5|6
"""

import sys

if sys.argv[1] == "5":
    from PyQt5 import QtCore, QtWidgets

    QAction = QtWidgets.QAction
else:
    from PyQt6 import QtCore, QtGui, QtWidgets

    QAction = QtGui.QAction

application = QtWidgets.QApplication(sys.argv[:1])
window = QtWidgets.QMainWindow()
window.setWindowTitle("Toggles")
window.resize(500, 400)
status = QtWidgets.QLabel("none")
bar = window.addToolBar("Tools")
details = QAction("Details", window, checkable=True)
details.triggered.connect(lambda now: status.setText(f"ran Details {now}"))
bar.addAction(details)
content = QtWidgets.QWidget()
column = QtWidgets.QVBoxLayout(content)
column.addWidget(status)


def add(button, layout=column):
    button.clicked.connect(lambda now: status.setText(f"clicked {button.property('name')} {now}"))
    layout.addWidget(button)
    return button


for kind, name in [
    (QtWidgets.QCheckBox, "Insured"),
    (QtWidgets.QRadioButton, "Express"),
    (QtWidgets.QRadioButton, "Standard"),
    (QtWidgets.QPushButton, "Panel"),
]:
    button = kind(name)
    button.setProperty("name", name)
    button.setCheckable(True)
    add(button)
group = QtWidgets.QGroupBox("Gift")
group.setProperty("name", "Gift")
group.setCheckable(True)
inner = QtWidgets.QVBoxLayout(group)
inner.addWidget(QtWidgets.QLabel("Paper"))
add(group)
area = QtWidgets.QScrollArea()
rows = QtWidgets.QWidget()
rows.setMinimumHeight(2000)
last = QtWidgets.QCheckBox("Last", rows)
last.setProperty("name", "Last")
last.clicked.connect(lambda now: status.setText(f"clicked Last {now}"))
last.move(10, 1900)
area.setWidget(rows)
column.addWidget(area)
window.setCentralWidget(content)
window.show()
application.exec_() if sys.argv[1] == "5" else application.exec()
