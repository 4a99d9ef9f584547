import Testing

@testable import HTTPNetworking

/// What a listener makes of a stream of events.
@Suite struct ServerSentEventTests {
    private static let stream = """
        retry: 1000
        id: 7
        event: start
        data: {"sequence":7}

        :

        id: 8
        event: payment.settled
        data: {"a":1}

        event: display
        data: one
        data: two


        """

    private static let events = [
        ServerSentEvent(id: "7", name: "start", data: #"{"sequence":7}"#),
        ServerSentEvent(id: "8", name: "payment.settled", data: #"{"a":1}"#),
        ServerSentEvent(id: nil, name: "display", data: "one\ntwo"),
    ]

    @Test(arguments: [1, 2, 3, 7, 64, 1_000]) func eventsAreFoundHoweverTheirBytesArrive(_ size: Int) throws {
        let bytes = Array(Self.stream.utf8)
        var reader = ServerSentEvents()
        var found: [ServerSentEvent] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            found += try reader.take(bytes[start..<min(bytes.count, start + size)])
        }
        #expect(found == Self.events)
    }

    @Test func linesMayEndWithAReturnToo() throws {
        var reader = ServerSentEvents()
        #expect(try reader.take(Self.stream.replacing("\n", with: "\r\n").utf8) == Self.events)
    }

    @Test func aLineWithoutAnEndIsGivenUp() {
        var reader = ServerSentEvents()
        let line = [UInt8](repeating: UInt8(ascii: "a"), count: (1 << 20) + 1)
        #expect(throws: ServerSentEvents.TooLong.self) { try reader.take(line) }
    }
}
