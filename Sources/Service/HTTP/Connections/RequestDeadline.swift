import NIOCore
import NIOHTTPTypes

/// Closes the connection of a client that sends or reads too slowly: a head must be complete some time after the connection was
/// made or the last answer was sent, and a body some time after its head. Bytes that drip in do not extend the time. What is
/// sent must be read some time after it was written, or after what was sent before it was read.
///
/// If an answer is sent before its request's body has ended, nothing more is taken from the connection. It is closed when that
/// body has ended, and some time after the answer at the latest.
final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private var sending = DeadlineTimer()
    private var reading = DeadlineTimer()
    private var isReading = false
    /// Whether the rest of a request is thrown away, because it was answered early.
    private var isEnding = false
    /// The requests that are not answered yet.
    private var open = 0
    /// The parts that were written and that the client's side has not taken yet.
    private var unread = 0

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { sending.start(ServiceLimits.longestWaitForHead, context.channel) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    func channelActive(context: ChannelHandlerContext) {
        sending.start(ServiceLimits.longestWaitForHead, context.channel)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    private func stop() {
        sending.stop()
        reading.stop()
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        guard !isEnding else {
            if case .end = part { context.close(promise: nil) }
            return
        }
        switch part {
        case .head:
            (isReading, open) = (true, open + 1)
            sending.start(ServiceLimits.longestWaitForBody, context.channel)
        case .body: break
        case .end:
            isReading = false
            sending.stop()
        }
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The client sends nothing more.
        if isEnding, case ChannelEvent.inputClosed = event { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        // The server asks for no more of a request that it has answered.
        if isEnding { context.read() }
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        let written = promise ?? context.eventLoop.makePromise()
        expectReading(written.futureResult, context)
        guard case .end = part else { return context.write(data, promise: written) }
        open -= 1
        guard !isReading || open > 0 else { return endEarly(data, written, context) }
        context.write(data, promise: written)
        if !isReading, open == 0 { sending.start(ServiceLimits.longestWaitForHead, context.channel) }
    }

    /// Sends the end of an answer whose request has not ended, and then nothing more.
    private func endEarly(_ end: NIOAny, _ written: EventLoopPromise<Void>, _ context: ChannelHandlerContext) {
        isEnding = true
        sending.start(ServiceLimits.longestWaitForBody, context.channel)
        let channel = context.channel
        written.futureResult.whenComplete { _ in channel.close(mode: .output, promise: nil) }
        context.writeAndFlush(end, promise: written)
        context.read()
    }

    /// Closes the connection unless something of what was written is read in time.
    private func expectReading(_ written: EventLoopFuture<Void>, _ context: ChannelHandlerContext) {
        unread += 1
        if unread == 1 { reading.start(ServiceLimits.longestWaitForReading, context.channel) }
        let channel = context.channel
        written.assumeIsolated().whenComplete { [self] _ in
            unread -= 1
            guard unread > 0, channel.isActive else { return reading.stop() }
            reading.start(ServiceLimits.longestWaitForReading, channel)
        }
    }
}

/// Closes a connection at a time, unless it is stopped or started anew before.
private struct DeadlineTimer {
    private var timer: Scheduled<Void>?

    mutating func start(_ span: TimeAmount, _ channel: any Channel) {
        timer?.cancel()
        timer = channel.eventLoop.scheduleTask(in: span) { channel.close(promise: nil) }
    }

    mutating func stop() {
        timer?.cancel()
        timer = nil
    }
}
