"""The table of applications, with the steps that use each."""

from . import gtk3, gtk4, java, office, qt, web, wx

APPLICATIONS = [
    *gtk3.APPLICATIONS, *gtk4.APPLICATIONS, *qt.APPLICATIONS, *web.APPLICATIONS,
    *office.APPLICATIONS, *java.APPLICATIONS, *wx.APPLICATIONS]
