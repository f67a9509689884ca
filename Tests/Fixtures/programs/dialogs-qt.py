#!/usr/bin/python3
"""A window of Qt that opens a message box without waiting for it, a dialog that it waits for, and one that is not modal.

usage: dialogs-qt.py 5|6
"""

import sys

if sys.argv[1] == "5":
    from PyQt5 import QtWidgets
else:
    from PyQt6 import QtWidgets

application = QtWidgets.QApplication(sys.argv[:1])
window = QtWidgets.QWidget()
window.setWindowTitle("Desk")
window.resize(300, 250)
column = QtWidgets.QVBoxLayout(window)
status = QtWidgets.QLabel("nothing saved")
column.addWidget(status)
kept = []


def ask():
    box = QtWidgets.QMessageBox(window)
    box.setWindowTitle("Question")
    box.setText("Discard the letter?")
    Button = QtWidgets.QMessageBox.StandardButton
    box.setStandardButtons(Button.Discard | Button.Cancel)
    kept.append(box)
    box.open()


def form(title, parent):
    dialog = QtWidgets.QDialog(parent)
    dialog.setWindowTitle(title)
    line = QtWidgets.QHBoxLayout(dialog)
    line.addWidget(QtWidgets.QLineEdit())
    close = QtWidgets.QPushButton("Done")
    close.clicked.connect(dialog.accept)
    line.addWidget(close)
    kept.append(dialog)
    return dialog


def execute(dialog):
    getattr(dialog, "exec_", dialog.exec)()


for name, action in [
    ("Save", lambda: status.setText("saved")),
    ("Ask", ask),
    ("Rename", lambda: execute(form("Rename", window))),
    ("Search", lambda: form("Search", window).show()),
]:
    button = QtWidgets.QPushButton(name)
    button.clicked.connect(action)
    column.addWidget(button)
window.show()
sys.exit(getattr(application, "exec_", getattr(application, "exec", None))())
