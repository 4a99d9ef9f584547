import Foundation
import NIOCore
import NIOHTTP1

/// One connection, which runs on its event loop: collects a request within its limits, has it answered, and writes the
/// answer as the faults want it.
final class ShopConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// The most bytes of a request's body.
    static let longestBody = 2 << 20
    /// The most bytes of a request's head, names and values.
    static let longestHead = 16 << 10
    static let longestAddress = 8 << 10
    static let mostFields = 64
    /// How long a client has for a request, from the connection or the last answer on.
    static let patience = TimeAmount.seconds(30)

    private let service: ShopService
    private let isSecure: Bool
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var deadline: Scheduled<Void>?
    private var isClosing = false

    init(_ service: ShopService, isSecure: Bool) {
        self.service = service
        self.isSecure = isSecure
    }

    func channelActive(context: ChannelHandlerContext) {
        waitForRequest(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func waitForRequest(_ context: ChannelHandlerContext) {
        deadline?.cancel()
        let here = NIOLoopBound(context, eventLoop: context.eventLoop)
        deadline = context.eventLoop.scheduleTask(in: Self.patience) { here.value.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body = []
            if let status = Self.refusal(head) { refuse(status, context) }
        case .body(let part):
            guard body.count + part.readableBytes <= Self.longestBody else {
                return refuse(.payloadTooLarge, context)
            }
            body += part.readableBytesView
        case .end:
            deadline?.cancel()
            guard let head else { return }
            answer(head, context)
        }
    }

    private static func refusal(_ head: HTTPRequestHead) -> HTTPResponseStatus? {
        guard head.uri.utf8.count <= longestAddress else { return .uriTooLong }
        let bytes = head.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        return bytes <= longestHead && head.headers.count <= mostFields ? nil : .requestHeaderFieldsTooLarge
    }

    private func refuse(_ status: HTTPResponseStatus, _ context: ChannelHandlerContext) {
        isClosing = true
        let reply = HTTPReply(status: Int(status.code), headers: [("content-type", "text/plain")], body: [])
        write(reply, isLast: true, isHead: false, context)
    }

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let asked = HTTPQuestion(
            method: head.method.rawValue, address: head.uri, headers: head.headers.map { ($0.name, $0.value) },
            body: body, isSecure: isSecure)
        body = []
        let here = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.makeFutureWithTask { [service] in await service.perform(asked) }.whenSuccess { deed in
            let (connection, context) = here.value
            connection.perform(deed, for: head, context)
        }
    }

    private func perform(_ deed: ShopDeed, for head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let (isLast, isHead) = (!head.isKeepAlive, head.method == .HEAD)
        switch deed {
        case .answer(let reply): write(reply, isLast: isLast, isHead: isHead, context)
        case .answerTwice(let reply):
            write(reply, isLast: isLast, isHead: isHead, isTwice: head.version.major < 2, context)
        case .hangUp:
            isClosing = true
            context.close(promise: nil)
        case .truncate(let reply):
            isClosing = true
            writeHead(reply, length: reply.body.count, isLast: true, context)
            let half = ByteBuffer(bytes: reply.body.prefix(reply.body.count / 2))
            let here = NIOLoopBound(context, eventLoop: context.eventLoop)
            context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(half)))).whenComplete { _ in
                here.value.close(promise: nil)
            }
        case .endless(let bytes):
            isClosing = true
            let reply = HTTPReply(status: 200, headers: [("content-type", "application/json")], body: [])
            writeHead(reply, length: bytes, isLast: true, context)
            pour(bytes, context)
        }
    }

    private static let portion = 64 << 10

    /// Writes a body of that many bytes, as fast as it is read.
    private func pour(_ left: Int, _ context: ChannelHandlerContext) {
        guard left > 0 else {
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            context.close(promise: nil)
            return
        }
        let part = ByteBuffer(repeating: UInt8(ascii: " "), count: min(left, Self.portion))
        let here = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(part)))).whenSuccess {
            let (connection, context) = here.value
            connection.pour(left - Self.portion, context)
        }
    }

    @discardableResult
    private func writeHead(
        _ reply: HTTPReply, length: Int, isLast: Bool, _ context: ChannelHandlerContext
    ) -> HTTPResponseHead {
        var headers = HTTPHeaders(reply.headers)
        headers.replaceOrAdd(name: "content-length", value: String(length))
        if isLast { headers.replaceOrAdd(name: "connection", value: "close") }
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: reply.status), headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        return head
    }

    /// Writes the reply. Then the connection is closed if it is the last one, and otherwise waits for the next request.
    ///
    /// - Parameter isTwice: whether a second copy follows. The library lets nobody answer what was not asked, so the
    ///   copy goes over the line with the body, whose length the head has told.
    private func write(
        _ reply: HTTPReply, isLast: Bool, isHead: Bool, isTwice: Bool = false, _ context: ChannelHandlerContext
    ) {
        let head = writeHead(reply, length: reply.body.count, isLast: isLast, context)
        let body = isHead ? [] : reply.body
        let sent = isTwice ? body + Self.text(head) + body : body
        if !isHead || isTwice {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: sent)))), promise: nil)
        }
        let here = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
            let (connection, context) = here.value
            if isLast { context.close(promise: nil) } else { connection.waitForRequest(context) }
        }
    }

    /// The head of an answer as HTTP/1.1 writes it.
    private static func text(_ head: HTTPResponseHead) -> [UInt8] {
        let fields = head.headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        return Array("HTTP/1.1 \(head.status.code) \(head.status.reasonPhrase)\r\n\(fields)\r\n".utf8)
    }
}
