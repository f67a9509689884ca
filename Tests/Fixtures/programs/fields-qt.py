#!/usr/bin/python3
"""A window of Qt with fields that people fill and choose from, and a label that says what the program was told last.

usage: fields-qt.py 5|6
"""

import sys

if sys.argv[1] == "5":
    from PyQt5 import QtCore, QtWidgets
else:
    from PyQt6 import QtCore, QtWidgets

NAMES = ["Spain", "France", "Italy"]

application = QtWidgets.QApplication(sys.argv[:1])
window = QtWidgets.QWidget()
window.setWindowTitle("Fields")
form = QtWidgets.QFormLayout(window)
status = QtWidgets.QLabel("none")
form.addRow(status)


def add(label, widget, signal=None):
    widget.setAccessibleName(label)
    form.addRow(label, widget)
    if signal is not None:
        signal.connect(lambda *now: status.setText(f"{label} {now[0] if now else ''}".strip()))
    return widget


def combo(label, editable=False, names=NAMES):
    box = QtWidgets.QComboBox()
    box.addItems(names)
    box.setEditable(editable)
    return add(label, box, getattr(box, "textActivated", None))


combo("Country")
combo("City", editable=True)
combo("Long", names=[f"Item {row}" for row in range(1, 201)])
back = combo("Back")
back.activated.connect(lambda _: QtCore.QTimer.singleShot(120, lambda: back.setCurrentIndex(0)))
spin = QtWidgets.QSpinBox()
add("Count", spin, spin.valueChanged)
fixed = QtWidgets.QSpinBox()
fixed.setReadOnly(True)
add("Fixed", fixed, fixed.valueChanged)
part = QtWidgets.QDoubleSpinBox()
add("Part", part, part.valueChanged)
day = QtWidgets.QDateEdit(QtCore.QDate(2026, 1, 2))
day.setDisplayFormat("yyyy-MM-dd")
add("Day", day, day.dateChanged)
time = QtWidgets.QTimeEdit(QtCore.QTime(8, 30))
time.setDisplayFormat("HH:mm")
add("Time", time, time.timeChanged)
moment = QtWidgets.QDateTimeEdit(QtCore.QDateTime(QtCore.QDate(2026, 1, 2), QtCore.QTime(8, 30)))
moment.setDisplayFormat("dd.MM.yyyy HH:mm")
add("Moment", moment, moment.dateTimeChanged)
slider = QtWidgets.QSlider()
slider.setRange(0, 100)
slider.setSingleStep(5)
slider.setValue(30)
add("Volume", slider, slider.valueChanged)
for delay in (60, 200):
    line = QtWidgets.QLineEdit("old")
    line.textChanged.connect(
        lambda text, line=line, delay=delay: text == "old"
        or QtCore.QTimer.singleShot(delay, lambda: line.setText("old"))
    )
    add(f"Back{delay}", line)
window.show()
application.exec_() if sys.argv[1] == "5" else application.exec()
