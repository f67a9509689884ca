#!/usr/bin/python3
"""A window of Qt with a table, a tree and a list on pages behind the first, which report that they are on screen.

The table has a hidden column. One page scrolls a frame with two lists in it. The last one is hidden while it is being shown for
the first time, and Qt goes on showing its scroll bar. One counts how often pages were shown.

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
table = QtWidgets.QTableWidget(60, 4)
table.setHorizontalHeaderLabels(["Part", "Price", "Stock", "Origin"])
table.setColumnHidden(3, True)
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
sizes = QtWidgets.QComboBox()
sizes.addItems(["Small", "Large"])
pages.addTab(sizes, "Sizes")
frame = QtWidgets.QFrame()
lists = QtWidgets.QVBoxLayout(frame)
for kind in ("Status", "Tracker"):
    rows = QtWidgets.QListWidget()
    rows.addItems([f"{kind} {row}" for row in range(6)])
    rows.setFixedSize(120, 400)
    lists.addWidget(rows)
area = QtWidgets.QScrollArea()
area.setWidget(frame)
pages.addTab(area, "Filters")
visits = QtWidgets.QSpinBox()
pages.addTab(visits, "Visits")
pages.currentChanged.connect(lambda _: visits.setValue(visits.value() + 1))


class Rules(QtWidgets.QLabel):
    """A text that leaves its page when it is first shown."""

    isKnown = False

    def showEvent(self, event):
        if not self.isKnown:
            self.isKnown = True
            pages.setCurrentIndex(0)


rules = Rules("House rules")
rules.setMinimumHeight(2000)
scrolled = QtWidgets.QScrollArea()
scrolled.setWidget(rules)
pages.addTab(scrolled, "Rules")
pages.resize(400, 300)
pages.show()
pages.setCurrentWidget(scrolled)
application.exec_() if sys.argv[1] == "5" else application.exec()
