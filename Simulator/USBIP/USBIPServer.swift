import Flow
import NIOCore
import NIOPosix
import Simulator
import Synchronization

/// Exports simulated USB devices to the network: what `usbip attach` brings to a Linux machine with vhci-hcd is a USB
/// device for everything on it. Many clients at a time, each device with one of them.
///
/// USB/IP has no message for a device that is pulled out: its connection ends, and it is in no list until it is back.
public final class USBIPServer: Sendable {
    /// Assigned to USB/IP (IANA).
    public static let usualPort = 3240
    private static let longestQueue: Int32 = 16

    private let exports: [USBIPExport]
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let listeners = Mutex<[any Channel]>([])

    /// Devices get the bus ids `1-1`, `1-2`, … in this order; at most 250.
    public init(_ devices: [SimulatedUSBDevice]) {
        exports = devices.prefix(250).enumerated().map { USBIPExport($1, number: UInt8($0 + 1)) }
    }

    /// Begins to listen; port 0 takes any that is free. Returns where, `127.0.0.1:3240`.
    public func start(host: String, port: Int) throws(Failure) -> String {
        let exports = exports
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: Self.longestQueue)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(USBIPConnection(exports))
                }
            }
        let listener = try listen("\(host):\(port)") { try bootstrap.bind(host: host, port: port).wait() }
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(name):\(listener.localAddress?.port ?? port)"
    }

    /// Takes commands on a socket of this machine, for its user only: `1-2 unplug 500`, a line each; answers each with a
    /// line, `ok` or what is wrong with it.
    public func control(at path: String) throws(Failure) {
        let exports = exports
        let bootstrap = ServerBootstrap(group: group)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(USBIPControl(exports))
                }
            }
        let mask = umask(0o177)
        defer { umask(mask) }
        _ = try listen(path) {
            try bootstrap.bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true).wait()
        }
    }

    /// Closes everything and waits for it.
    public func stop() {
        for listener in listeners.withLock({ $0 }) { try? listener.close().wait() }
        try? group.syncShutdownGracefully()
    }

    private func listen(_ place: String, _ bind: () throws -> any Channel) throws(Failure) -> any Channel {
        do {
            let listener = try bind()
            listeners.withLock { $0.append(listener) }
            return listener
        } catch {
            throw Failure(
                "simulator.usbip", "Nobody can listen on \(place): \(error)",
                remedy: "choose another place with --listen or --control", recovery: .askOperator)
        }
    }
}

/// One connection. Lives on its event loop.
private final class USBIPConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let exports: [USBIPExport]
    private var conversation = USBIPConversation()
    private var export: USBIPExport?

    init(_ exports: [USBIPExport]) { self.exports = exports }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        perform(conversation.received(Array(unwrapInboundIn(data).readableBytesView)), context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        export?.giveBack(pending: conversation.closed())
        export = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func perform(_ steps: [USBIPConversation.Step], _ context: ChannelHandlerContext) {
        for step in steps {
            switch step {
            case .send(let bytes): context.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes)), promise: nil)
            case .list:
                perform(conversation.listed(exports.filter(\.isPlugged).map(\.description)), context)
            case .take(let busID): perform(take(busID, context), context)
            case .submit(let request): export?.submit(request)
            case .unlink(let id): export?.unlink(id)
            case .hangUp: context.close(promise: nil)
            }
        }
    }

    private func take(_ busID: String, _ context: ChannelHandlerContext) -> [USBIPConversation.Step] {
        guard let wished = exports.first(where: { $0.description.busID == busID }), wished.isPlugged else {
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
        export = wished
        return conversation.imported(wished.description, generation: generation)
    }
}

/// One user of the control socket. Lives on its event loop.
private final class USBIPControl: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private static let longestLine = 200

    private let exports: [USBIPExport]
    private var line: [UInt8] = []

    init(_ exports: [USBIPExport]) { self.exports = exports }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        for byte in unwrapInboundIn(data).readableBytesView {
            guard byte == UInt8(ascii: "\n") else {
                if line.count <= Self.longestLine { line.append(byte) }
                continue
            }
            let answer = obey(String(decoding: line, as: UTF8.self))
            line = []
            context.writeAndFlush(NIOAny(ByteBuffer(string: answer + "\n")), promise: nil)
        }
    }

    private func obey(_ text: String) -> String {
        let words = text.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let export = exports.first(where: { $0.description.busID == words[0] }) else {
            return "name a device first: \(exports.map(\.description.busID).joined(separator: ", "))"
        }
        guard let mishap = USBMishap(String(words[1])) else {
            return "there are: unplug [MILLISECONDS], plug, nak, ack, take BYTES, stall"
        }
        export.perform(mishap)
        return "ok"
    }
}
