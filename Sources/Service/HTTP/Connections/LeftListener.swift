import NIOCore

/// Tells when a client has closed its connection, or its own side of it, while something is sent to it again and again. The server
/// itself notices that only when it writes.
final class LeftListener: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Never

    private let left: @Sendable () -> Void

    private init(_ left: @escaping @Sendable () -> Void) { self.left = left }

    /// Calls `left` once the connection is closed, or as soon as the client has closed its own side.
    ///
    /// - Parameter left: called from the connection's thread, maybe twice. It must not wait.
    static func watch(_ channel: any Channel, left: @escaping @Sendable () -> Void) {
        channel.closeFuture.whenComplete { _ in left() }
        channel.eventLoop.execute {
            guard channel.isActive else { return }
            try? channel.pipeline.syncOperations.addHandler(LeftListener(left), position: .first)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { left() }
        context.fireUserInboundEventTriggered(event)
    }
}
