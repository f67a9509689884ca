#!/usr/bin/python3
"""A window of Qt with five lists that tell of each click by a label, and of those of the main button by the title.

Behind the text of a row, the second list takes a click for one on itself, as file managers do. A click of the right button
in the third one selects nothing. The first one is longer than what is seen of it, and two of its rows are selected. A click
behind the text of a row of the fourth one deselects all, and one in the fifth one switches whether the row is selected.

usage: clicks-qt.py 5|6
"""

import sys

if sys.argv[1] == "5":
    from PyQt5 import QtCore, QtWidgets
else:
    from PyQt6 import QtCore, QtWidgets

application = QtWidgets.QApplication(sys.argv[:1])
window = QtWidgets.QWidget()
window.setWindowTitle("Clicks")
window.resize(600, 800)
status = QtWidgets.QLabel("none")
right = QtCore.Qt.MouseButton.RightButton


class Rows(QtWidgets.QListWidget):
    """Rows that are as wide as the list."""

    def __init__(self, name, texts, selects):
        super().__init__()
        self.name = name
        self.selects = selects
        self.addItems(texts)

    def mousePressEvent(self, event):
        item = self.itemAt(event.pos())
        text_end = self.fontMetrics().horizontalAdvance(item.text()) + 20 if item else 0
        if event.button() != right:
            status.setText(f"clicked {item.text() if item else self.name}")
            window.setWindowTitle(f"Clicks: {status.text()}")
            super().mousePressEvent(event)
        elif not self.selects:
            status.setText(f"menu of {self.name}")
        elif event.pos().x() > text_end:
            self.clearSelection()
            status.setText(f"menu of {self.name}")
        else:
            self.setCurrentItem(item)
            status.setText(f"menu of {item.text()}")

    def mouseDoubleClickEvent(self, event):
        status.setText(f"opened {self.itemAt(event.pos()).text()}")


column = QtWidgets.QVBoxLayout(window)
column.addWidget(status)
archive = Rows("the archive", [f"Bill {row}" for row in range(40)], True)
archive.setSelectionMode(QtWidgets.QAbstractItemView.SelectionMode.ExtendedSelection)
for row in (0, 2):
    archive.item(row).setSelected(True)
column.addWidget(archive)
column.addWidget(Rows("the files", ["Letter to Ada", "Photo of Bo", "Song of Cy"], True))
column.addWidget(Rows("the notes", ["Milk", "Bread"], False))


class Places(QtWidgets.QListWidget):
    """Rows of which only the texts are clicked."""

    def mousePressEvent(self, event):
        item = self.itemAt(event.pos())
        if event.pos().x() > self.fontMetrics().horizontalAdvance(item.text()) + 20:
            self.clearSelection()
            status.setText(f"{len(self.selectedItems())} places selected")
        else:
            super().mousePressEvent(event)


modes = QtWidgets.QAbstractItemView.SelectionMode
for view, texts, mode in [
    (Places(), ["Attic", "Barn", "Cellar"], modes.ExtendedSelection),
    (QtWidgets.QListWidget(), ["Ferry", "Train", "Tram"], modes.MultiSelection),
]:
    view.addItems(texts)
    view.setSelectionMode(mode)
    for row in (0, 1):
        view.item(row).setSelected(True)
    column.addWidget(view)
window.show()
application.exec_() if sys.argv[1] == "5" else application.exec()
