#!/usr/bin/python3
"""A narrow window of Qt with a table and a tree of many columns and rows, of which few are on screen.

At SIGUSR1 the window becomes smaller, and at the next one as large as before.

usage: wide-qt.py 5|6
"""

import signal
import sys

if sys.argv[1] == "5":
    from PyQt5 import QtCore, QtWidgets
else:
    from PyQt6 import QtCore, QtWidgets

application = QtWidgets.QApplication(sys.argv[:1])
window = QtWidgets.QWidget()
window.setWindowTitle("Wide")
window.resize(420, 460)
column = QtWidgets.QVBoxLayout(window)
months = QtWidgets.QTableWidget(20, 12)
months.setAccessibleName("Months")
months.setHorizontalHeaderLabels([f"Month {number}" for number in range(1, 13)])
months.setVerticalHeaderLabels([f"Year {number}" for number in range(1, 21)])
for row in range(20):
    for place in range(12):
        months.setItem(row, place, QtWidgets.QTableWidgetItem(f"{row + 1}/{place + 1}"))
files = QtWidgets.QTreeWidget()
files.setAccessibleName("Files")
files.setHeaderLabels([f"Fact {number}" for number in range(1, 9)])
for row in range(12):
    facts = [f"File {row + 1}.{number}" for number in range(1, 9)]
    files.addTopLevelItem(QtWidgets.QTreeWidgetItem(facts))
for name, act in [
    ("Right", lambda bar: bar.setValue(bar.maximum())),
    ("Left", lambda bar: bar.setValue(0)),
]:
    button = QtWidgets.QPushButton(name)
    button.clicked.connect(
        lambda now, act=act: [act(view.horizontalScrollBar()) for view in (months, files)]
    )
    column.addWidget(button)
down = QtWidgets.QPushButton("Down")
down.clicked.connect(lambda: months.verticalScrollBar().setValue(10))
column.addWidget(down)
for view in (months, files):
    column.addWidget(view)
signal.signal(
    signal.SIGUSR1, lambda *_: window.resize(420, 330 if window.height() == 460 else 460)
)
# Python handles a signal when it runs next.
timer = QtCore.QTimer()
timer.timeout.connect(lambda: None)
timer.start(50)
window.show()
sys.exit(getattr(application, "exec_", getattr(application, "exec", None))())
