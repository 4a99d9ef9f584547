import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Answers the first request of a connection beyond the limit with a refusal, whatever it asks for, and closes the connection. One
/// that asks for nothing is closed soon.
final class ConnectionRefusal: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

    private let limit: ConnectionLimit
    private let refusal: @Sendable () -> ServiceResponse
    private var isCounted = false
    private var isRefused = false
    private var isAnswered = false
    private var end: Scheduled<Void>?

    init(_ limit: ConnectionLimit, _ refusal: @escaping @Sendable () -> ServiceResponse) {
        (self.limit, self.refusal) = (limit, refusal)
    }

    func handlerAdded(context: ChannelHandlerContext) { if context.channel.isActive { enter(context) } }

    func channelActive(context: ChannelHandlerContext) {
        enter(context)
        context.fireChannelActive()
        if isRefused { context.read() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { leave() }

    private func enter(_ context: ChannelHandlerContext) {
        guard !isCounted else { return }
        isCounted = true
        isRefused = !limit.enter()
        guard isRefused else { return }
        let channel = context.channel
        end = context.eventLoop.scheduleTask(in: ServiceLimits.longestRefusal) { channel.close(promise: nil) }
    }

    private func leave() {
        end?.cancel()
        guard isCounted else { return }
        isCounted = false
        limit.leave()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard isRefused else { return context.fireChannelRead(data) }
        if case .head = unwrapInboundIn(data), !isAnswered { answer(context) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        // Nobody else asks for what this connection sends.
        if isRefused { context.read() }
    }

    /// What the client still sends is read until it closes, so that the answer is not lost with it.
    private func answer(_ context: ChannelHandlerContext) {
        isAnswered = true
        let response = refusal()
        var fields = HTTPFields()
        for (name, value) in response.fields { if let name = HTTPField.Name(name) { fields[name] = value } }
        fields[.connection] = "close"
        var body = ByteBuffer()
        if case .bytes(let bytes, let type) = response.body {
            fields[.contentType] = type
            body.writeBytes(bytes)
        }
        fields[.contentLength] = String(body.readableBytes)
        let head = HTTPResponse(status: HTTPResponse.Status(code: response.status), headerFields: fields)
        let channel = context.channel
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
            channel.close(mode: .output, promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isRefused, case ChannelEvent.inputClosed = event { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}
