import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import Service

/// What a connection hears that comes when there are enough.
@Suite struct ConnectionRefusalTests {
    private let limit = ConnectionLimit(most: 1)

    private func connect() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(
            handlers: [
                HalfClosing(),
                ConnectionRefusal(limit) {
                    ServiceResponse(
                        status: 503, fields: ["Retry-After": "5"], body: .bytes(Array("full".utf8), type: "text/plain"))
                },
            ])
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/client")).wait()
        return channel
    }

    private static let head = HTTPRequestPart.head(
        HTTPRequest(method: .get, scheme: "http", authority: "till", path: "/healthz"))

    @Test func whoComesWithinTheLimitIsPassedOn() throws {
        let channel = try connect()
        try channel.writeInbound(Self.head)
        #expect(try channel.readInbound(as: HTTPRequestPart.self) == Self.head)
        #expect(try channel.readOutbound(as: HTTPResponsePart.self) == nil)
    }

    @Test func whoComesBeyondTheLimitIsToldSoOnce() throws {
        let first = try connect()
        let second = try connect()
        for _ in 0..<2 {
            try second.writeInbound(Self.head)
            try second.writeInbound(HTTPRequestPart.end(nil))
        }
        #expect(try second.readInbound(as: HTTPRequestPart.self) == nil, "nobody else hears of it")
        guard case .head(let head)? = try second.readOutbound(as: HTTPResponsePart.self) else {
            Issue.record("there is no answer")
            return
        }
        #expect(head.status.code == 503 && head.headerFields[.connection] == "close")
        #expect(head.headerFields[.contentLength] == "4" && head.headerFields[.contentType] == "text/plain")
        #expect(try second.readOutbound(as: HTTPResponsePart.self) == .body(ByteBuffer(string: "full")))
        #expect(try second.readOutbound(as: HTTPResponsePart.self) == .end(nil))
        #expect(try second.readOutbound(as: HTTPResponsePart.self) == nil)
        #expect(first.isActive)
    }

    @Test func whoSaysNothingBeyondTheLimitIsClosedSoon() throws {
        let first = try connect()
        let second = try connect()
        second.embeddedEventLoop.advanceTime(by: ServiceLimits.longestRefusal)
        #expect(!second.isActive && first.isActive)
    }

    @Test func onceOneLeavesTheNextIsServed() throws {
        let first = try connect()
        first.close(promise: nil)
        first.embeddedEventLoop.run()
        let next = try connect()
        try next.writeInbound(Self.head)
        #expect(try next.readInbound(as: HTTPRequestPart.self) == Self.head)
    }
}

/// Closes one direction, as a socket does and `EmbeddedChannel` does not.
private final class HalfClosing: ChannelOutboundHandler {
    typealias OutboundIn = Never

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output else { return context.close(mode: mode, promise: promise) }
        promise?.succeed(())
    }
}
