import NIOCore
import NIOHTTPTypes

/// Closes the connection of a client that sends too slowly: a head must be complete some time after the connection was made or the
/// last answer was sent, and a body some time after its head. Bytes that drip in do not extend the time.
///
/// If an answer is sent before its request's body has ended, nothing more is sent on the connection, and it is closed at the body's
/// deadline at the latest.
final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private var timer: Scheduled<Void>?
    private var isReading = false
    /// The requests that are not answered yet.
    private var open = 0

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { start(ServiceLimits.longestWaitForHead, context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    func channelActive(context: ChannelHandlerContext) {
        start(ServiceLimits.longestWaitForHead, context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            (isReading, open) = (true, open + 1)
            start(ServiceLimits.longestWaitForBody, context)
        case .body: break
        case .end:
            isReading = false
            timer?.cancel()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        open -= 1
        guard !isReading || open > 0 else {
            let (channel, written) = (context.channel, promise ?? context.eventLoop.makePromise())
            written.futureResult.whenComplete { _ in channel.close(mode: .output, promise: nil) }
            return context.writeAndFlush(data, promise: written)
        }
        context.write(data, promise: promise)
        if !isReading, open == 0 { start(ServiceLimits.longestWaitForHead, context) }
    }

    private func start(_ span: TimeAmount, _ context: ChannelHandlerContext) {
        timer?.cancel()
        let channel = context.channel
        timer = context.eventLoop.scheduleTask(in: span) { channel.close(promise: nil) }
    }
}
