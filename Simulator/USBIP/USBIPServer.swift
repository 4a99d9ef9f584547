import Failures
import Flow
import NIOCore
import NIOPosix
import Simulator
import Synchronization

/// Exports simulated USB devices to the network: `usbip attach` makes them USB devices of a Linux machine with
/// vhci-hcd. Many clients may be connected, each device to one of them.
///
/// USB/IP has no message for an unplugged device: its connection ends, and it is not listed until it returns.
package final class USBIPServer: Sendable {
    /// The port assigned to USB/IP (IANA).
    package static let usualPort = 3240
    private static let longestQueue: Int32 = 16
    /// The number of addresses of a bus.
    private static let mostDevices = 127

    private let exports = Mutex<[USBIPExport]>([])
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let listener = Mutex<(any Channel)?>(nil)

    package init() {}

    /// Exports a device; the first one is `1-1`, the next `1-2`.
    package func connect(_ device: SimulatedUSBDevice) throws(Failure) {
        let isRoom = exports.withLock { exports in
            guard exports.count < Self.mostDevices else { return false }
            exports.append(USBIPExport(device, number: UInt8(exports.count + 1)))
            return true
        }
        guard isRoom else {
            throw Failure(
                SimulatorFailure.usbip, "A bus has no more than \(Self.mostDevices) devices.", recovery: .giveUp)
        }
    }

    /// Begins to listen; port 0 takes any free one. Returns the address, such as `127.0.0.1:3240`.
    package func start(host: String, port: Int) throws(Failure) -> String {
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: Self.longestQueue)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    let connection = USBIPConnection { self.exports.withLock { $0 } }
                    try channel.pipeline.syncOperations.addHandler(connection)
                }
            }
        let name = host.contains(":") ? "[\(host)]" : host
        do {
            let listener = try bootstrap.bind(host: host, port: port).wait()
            self.listener.withLock { $0 = listener }
            return "\(name):\(listener.localAddress?.port ?? port)"
        } catch {
            throw Failure(
                SimulatorFailure.usbip, "Nobody can listen on \(name):\(port): \(error)",
                remedy: "choose another place with --listen", recovery: .askOperator)
        }
    }

    /// Closes everything and waits for it.
    package func stop() {
        try? listener.withLock { $0 }?.close().wait()
        try? group.syncShutdownGracefully()
    }
}

/// One connection, which runs on its event loop.
private final class USBIPConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let exports: () -> [USBIPExport]
    private var conversation = USBIPConversation()
    private var export: USBIPExport?
    /// The generation of the export while this connection has its device.
    private var generation: UInt32 = 0

    init(exports: @escaping () -> [USBIPExport]) { self.exports = exports }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        perform(conversation.received(Array(unwrapInboundIn(data).readableBytesView)), context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        export?.giveBack(generation, pending: conversation.closed())
        export = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func perform(_ steps: [USBIPConversation.Step], _ context: ChannelHandlerContext) {
        for step in steps {
            switch step {
            case .send(let bytes): context.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes)), promise: nil)
            case .list:
                perform(conversation.listed(exports().filter(\.isPlugged).map(\.description)), context)
            case .take(let busID): perform(take(busID, context), context)
            case .submit(let request): export?.submit(request)
            case .unlink(let id): export?.unlink(id)
            case .hangUp: context.close(promise: nil)
            }
        }
    }

    private func take(_ busID: String, _ context: ChannelHandlerContext) -> [USBIPConversation.Step] {
        guard let wished = exports().first(where: { $0.description.busID == busID }), wished.isPlugged else {
            return conversation.refused(.noDevice)
        }
        let here = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let loop = context.eventLoop
        let taker = USBIPExport.Taker(
            completed: { completion in
                loop.execute {
                    let (connection, context) = here.value
                    connection.perform(connection.conversation.completed(completion), context)
                }
            }, pulled: { loop.execute { here.value.1.close(promise: nil) } })
        guard let generation = wished.take(taker) else { return conversation.refused(.busy) }
        (export, self.generation) = (wished, generation)
        return conversation.imported(wished.description, generation: generation)
    }
}
