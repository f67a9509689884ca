// Serves ShopApp. Usage: shop [ADDRESS], by default 127.0.0.1:0. The first line of output is the address.

import AccessibilityMirror
import AccessibilityViews
import BridgeServer
import BridgeTransport
import Glibc

let address = try SocketAddress(
  parsing: CommandLine.arguments.dropFirst().first ?? "127.0.0.1:0")

let loop = try EventLoop()
let store = TreeStore(epoch: .random(in: 1 ... .max)) { MonotonicTime.now().nanoseconds }
let shop = ViewHost(name: "shop", app: ShopApp(), store: store)
let handle = loop.handle
// Intents that wait for something continue on the loop.
shop.submit = { body in handle.submit { _ in body() } }
let server = BridgeServer(
  store: store, sources: [shop], loop: loop,
  configuration: ServerConfiguration(version: "1.0.0"))

print(try server.listen(at: address))
fflush(nil)
shop.start()
loop.run()
