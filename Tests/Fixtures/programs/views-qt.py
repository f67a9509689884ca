#!/usr/bin/python3
"""A window of Qt with a list, a table and a tree of many rows, and a progress bar, which change by themselves.

Each SIGUSR1 makes the next of the changes below. No row is current or selected, so no event tells of one.

usage: views-qt.py 5|6
"""

import signal
import sys

if sys.argv[1] == "5":
    from PyQt5 import QtCore, QtGui, QtWidgets
else:
    from PyQt6 import QtCore, QtGui, QtWidgets

application = QtWidgets.QApplication(sys.argv[:1])
window = QtWidgets.QWidget()
window.setWindowTitle("Views")
window.setGeometry(130, 90, 700, 400)
column = QtWidgets.QVBoxLayout(window)
progress = QtWidgets.QProgressBar()
progress.setAccessibleName("Progress")
column.addWidget(progress)
views, models = [], []
for name, kind, rows in [
    ("Songs", QtWidgets.QListView, 60),
    ("Cells", QtWidgets.QTableView, 300),
    ("Files", QtWidgets.QTreeView, 400),
]:
    model, view = QtGui.QStandardItemModel(), kind()
    for row in range(rows):
        texts = [f"{name[0]}{row + 1}"] + ([f"{name[0]}{row + 1}b", "c"] if name != "Songs" else [])
        model.appendRow([QtGui.QStandardItem(text) for text in texts])
    view.setModel(model)
    view.setAccessibleName(name)
    views.append(view)
    models.append(model)
line = QtWidgets.QHBoxLayout()
for view in views:
    line.addWidget(view)
column.addLayout(line)


def swap():
    for model in models:
        first, second = model.item(1).text(), model.item(2).text()
        model.item(1).setText(second)
        model.item(2).setText(first)


def insert():
    for model, letter in zip(models, "SCF"):
        model.insertRow(1, QtGui.QStandardItem(f"{letter}new"))


changes = iter(
    [
        lambda: progress.setValue(50),
        lambda: [view.scrollToBottom() for view in views],
        lambda: [view.scrollToTop() for view in views],
        insert,
        lambda: [model.removeRow(0) for model in models],
        swap,
        lambda: [model.sort(0, order) for model in models],
    ]
)
order = getattr(QtCore.Qt, "SortOrder", QtCore.Qt).DescendingOrder
signal.signal(signal.SIGUSR1, lambda *_: next(changes)())
# Python handles a signal when it runs next.
timer = QtCore.QTimer()
timer.timeout.connect(lambda: None)
timer.start(50)
window.show()
sys.exit(getattr(application, "exec_", getattr(application, "exec", None))())
