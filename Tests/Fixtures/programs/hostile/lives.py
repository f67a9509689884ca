"""Applications that start, end, register and deregister."""

import dbus
from application import ATSPI, REGISTRY, ROOT, Application


class Restarts(Application):
    """Leaves the bus and returns, a number of times."""

    times = 100
    pause = 0.05

    def build(self):
        super().build()
        self.left = getattr(self, "left", self.times)

    def turn(self):
        if self.left == 0:
            return 0.2
        self.left -= 1
        self.bus.socket.close()
        self.bus = dbus.Bus(self.bus.address)
        self.build()
        self.register()
        return self.pause


class Registering(Application):
    """Registers and deregisters in a loop."""

    def turn(self):
        own = (self.bus.name, ROOT)
        for _ in range(5):
            self.bus.request(REGISTRY, ROOT, ATSPI + "Socket", "Unembed", "(so)", own, flags=1)
            self.bus.request(REGISTRY, ROOT, ATSPI + "Socket", "Embed", "(so)", own, flags=1)
        return 0.01

    def behave(self):
        self.register()
        super().behave()


class Crowd(Application):
    """One of many applications that start at once."""

    members = 200
