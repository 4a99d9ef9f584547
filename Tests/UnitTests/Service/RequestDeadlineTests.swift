import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import Service

/// When the connection of a slow client is closed.
@Suite struct RequestDeadlineTests {
    private let channel: EmbeddedChannel

    init() throws {
        channel = EmbeddedChannel(handlers: [HalfClosing(), RequestDeadline()])
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/client")).wait()
    }

    private func hear(_ part: HTTPRequestPart) throws { try channel.writeInbound(part) }

    private func hearHead() throws {
        try hear(.head(HTTPRequest(method: .post, scheme: "http", authority: "till", path: "/v1/payments")))
    }

    private func hearRequest() throws {
        try hearHead()
        try hear(.end(nil))
    }

    /// Writes an answer. Nothing of it is sent before `flush`, as when the client does not read.
    private func answer() {
        channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        channel.write(HTTPResponsePart.end(nil), promise: nil)
    }

    private func pass(_ time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }

    private static let almost = TimeAmount.milliseconds(-1)

    @Test func aConnectionWithoutAHeadIsClosed() {
        pass(ServiceLimits.longestWaitForHead + Self.almost)
        #expect(channel.isActive)
        pass(.milliseconds(1))
        #expect(!channel.isActive)
    }

    @Test func aBodyThatDripsInIsCutOff() throws {
        try hearHead()
        for _ in 0..<9 {
            pass(.seconds(1))
            try hear(.body(ByteBuffer(string: " ")))
        }
        #expect(channel.isActive)
        pass(.seconds(1))
        #expect(!channel.isActive)
    }

    @Test func whileARequestIsBeingAnsweredNothingIsDue() throws {
        try hearRequest()
        pass(.hours(1))
        #expect(channel.isActive)
        answer()
        channel.flush()
        pass(ServiceLimits.longestWaitForHead)
        #expect(!channel.isActive)
    }

    @Test func afterAnEarlyAnswerTheConnectionIsClosedWhenTheRequestHasEnded() throws {
        try hearHead()
        answer()
        channel.flush()
        #expect(channel.isActive, "the client still sends")
        try hear(.body(ByteBuffer(string: "{")))
        try hear(.end(nil))
        #expect(!channel.isActive)
    }

    @Test func afterAnEarlyAnswerTheConnectionIsClosedEvenIfTheRequestNeverEnds() throws {
        try hearHead()
        pass(.seconds(9))
        answer()
        channel.flush()
        for _ in 0..<9 {
            pass(.seconds(1))
            try hear(.body(ByteBuffer(string: " ")))
        }
        #expect(channel.isActive)
        pass(.seconds(1))
        #expect(!channel.isActive)
    }

    @Test func afterAnEarlyAnswerNothingMoreIsTaken() throws {
        try hearHead()
        answer()
        channel.flush()
        while try channel.readInbound(as: HTTPRequestPart.self) != nil {}
        try hear(.body(ByteBuffer(string: "{")))
        #expect(try channel.readInbound(as: HTTPRequestPart.self) == nil)
    }

    @Test func aClientThatReadsNothingLosesItsConnection() throws {
        try hearRequest()
        channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        pass(ServiceLimits.longestWaitForReading + Self.almost)
        #expect(channel.isActive)
        // More that is not read either changes nothing.
        channel.write(HTTPResponsePart.body(ByteBuffer(string: ":\n\n")), promise: nil)
        pass(.milliseconds(1))
        #expect(!channel.isActive)
    }

    @Test func aListenerThatReadsStays() throws {
        try hearRequest()
        channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        for _ in 0..<100 {
            pass(.seconds(15))
            channel.writeAndFlush(HTTPResponsePart.body(ByteBuffer(string: ":\n\n")), promise: nil)
        }
        #expect(channel.isActive)
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
