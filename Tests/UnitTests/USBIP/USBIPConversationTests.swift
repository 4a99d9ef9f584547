import Simulator
import Testing

@testable import USBIP

@Suite("USB/IP, the server's side of a connection")
struct USBIPConversationTests {
    private let printer = USBIPDescription(busID: "1-1", number: 1, descriptors: .printer())

    private func attached() -> USBIPConversation {
        var conversation = USBIPConversation()
        #expect(conversation.received(ClientMessages.take("1-1")) == [.take(busID: "1-1")])
        _ = conversation.imported(printer, generation: 7)
        return conversation
    }

    private let write = ClientMessages.submit(5, endpoint: 1, data: [1, 2, 3])
    private let id: UInt64 = 7 << 32 | 5

    @Test func aListTellsEachDeviceWithItsInterfacesAndEnds() throws {
        var conversation = USBIPConversation()
        #expect(conversation.received(ClientMessages.list) == [.list])
        let steps = conversation.listed([printer])
        guard case .send(let bytes) = try #require(steps.first) else { return #expect(Bool(false)) }
        #expect(steps.last == .hangUp)
        #expect(bytes.count == 12 + 312 + 4)
        #expect(Array(bytes.prefix(12)) == [1, 0x11, 0, 5, 0, 0, 0, 0, 0, 0, 0, 1])
        #expect(Array(bytes.suffix(4)) == [7, 1, 2, 0])
        #expect(Array(bytes[12 + 300..<12 + 306]) == [0x04, 0xB8, 0x0E, 0x28, 0x01, 0x00])
    }

    @Test func aWriteReachesTheDeviceHoweverItIsCutUp() {
        var conversation = attached()
        let steps = write.flatMap { conversation.received([$0]) }
        #expect(steps == [.submit(USBRequest(id: id, endpoint: 1, data: [1, 2, 3]))])
        #expect(
            conversation.completed(USBCompletion(id: id, status: .done, count: 3))
                == [.send(ClientMessages.words([3, 5, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0]))])
    }

    @Test func whatIsTakenBackTellsHowMuchWentOverBeforeItIsSaidToBeTakenBack() {
        var conversation = attached()
        _ = conversation.received(write)
        #expect(conversation.received(ClientMessages.unlink(6, of: 5)) == [.unlink(id)])
        let partial = ClientMessages.words([3, 5, 0, 0, 0, UInt32(bitPattern: -2), 2, 0, 0, 0, 0, 0])
        let taken = ClientMessages.words([4, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        #expect(conversation.completed(USBCompletion(id: id, status: .unlinked, count: 2)) == [.send(partial + taken)])
    }

    @Test func whatHasEndedCannotBeTakenBackAndIsNotAnsweredTwice() {
        var conversation = attached()
        _ = conversation.received(write)
        _ = conversation.completed(USBCompletion(id: id, status: .done, count: 3))
        let taken = ClientMessages.words([4, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        #expect(conversation.received(ClientMessages.unlink(6, of: 5)) == [.send(taken)])
        #expect(conversation.completed(USBCompletion(id: id, status: .done, count: 3)).isEmpty)
    }

    @Test func anAnswerToAnEarlierClientIsNotHeard() {
        var conversation = attached()
        _ = conversation.received(write)
        #expect(conversation.completed(USBCompletion(id: 6 << 32 | 5, status: .done, count: 3)).isEmpty)
    }

    @Test func whatIsUnderWayWhenTheClientGoesIsTakenBack() {
        var conversation = attached()
        _ = conversation.received(write + ClientMessages.submit(6, endpoint: 0x82, room: 64))
        #expect(conversation.closed() == [id, id + 1])
        #expect(conversation.closed().isEmpty)
    }

    @Test(arguments: [
        ("no operation of USB/IP", [0x01, 0x11, 0x12, 0x34, 0, 0, 0, 0]), ("HTTP", Array("GET / HTTP/1.1\r\n".utf8)),
    ])
    func aStrangersProtocolIsHungUpOn(name: String, bytes: [UInt8]) {
        var conversation = USBIPConversation()
        #expect(conversation.received(bytes) == [.hangUp])
        #expect(conversation.received(ClientMessages.list).isEmpty)
    }

    @Test(arguments: [
        ("an isochronous transfer", ClientMessages.submit(5, endpoint: 1, packets: 1)),
        ("longer than anybody may send", ClientMessages.submit(5, endpoint: 0x82, room: 16 << 20 + 1)),
        ("an endpoint that USB has not", ClientMessages.words([1, 5, 0x10001, 0, 16, 0, 0, 0, 0, 0, 0, 0])),
        ("a direction that USB has not", ClientMessages.words([1, 5, 0x10001, 2, 1, 0, 0, 0, 0, 0, 0, 0])),
        ("an answer instead of a request", ClientMessages.words([3, 5, 0x10001, 0, 1, 0, 0, 0, 0, 0, 0, 0])),
    ])
    func aRequestNobodyMayMakeIsHungUpOn(name: String, bytes: [UInt8]) {
        var conversation = attached()
        #expect(conversation.received(bytes) == [.hangUp])
    }

    @Test func aNumberThatIsInUseIsHungUpOn() {
        var conversation = attached()
        _ = conversation.received(write)
        #expect(conversation.received(write) == [.hangUp])
    }

    @Test func nobodyHasMoreUnderWayThanTheLimit() {
        var conversation = attached()
        let first = (0..<UInt32(USBIPConversation.mostPending)).flatMap {
            conversation.received(ClientMessages.submit($0, endpoint: 0x82, room: 64))
        }
        #expect(first.count == USBIPConversation.mostPending)
        #expect(conversation.received(ClientMessages.submit(9999, endpoint: 0x82, room: 64)) == [.hangUp])
    }

    @Test func tenThousandMutatedConversationsNeverCrashAndAnswerEachRequestOnce() {
        var dice = Dice(seed: 11)
        let script =
            ClientMessages.take("1-1") + write + ClientMessages.submit(6, endpoint: 0x82, room: 64)
            + ClientMessages.unlink(7, of: 6) + ClientMessages.submit(8, endpoint: 0x80, room: 18)
        for _ in 0..<10_000 {
            var conversation = USBIPConversation()
            var open: Set<UInt64> = []
            for step in conversation.received(dice.mutated(script)) {
                if case .take = step { #expect(open.isEmpty) }
                if case .submit(let request) = step { #expect(open.insert(request.id).inserted) }
            }
            for step in conversation.imported(printer, generation: 1) {
                if case .submit(let request) = step { #expect(open.insert(request.id).inserted) }
            }
            for id in open { #expect(conversation.completed(USBCompletion(id: id, status: .gone)).count == 1) }
            #expect(conversation.closed().isEmpty)
        }
    }
}

/// The messages of a USB/IP client, written independently of the server.
enum ClientMessages {
    static let list: [UInt8] = [0x01, 0x11, 0x80, 0x05, 0, 0, 0, 0]

    static func take(_ busID: String) -> [UInt8] {
        [0x01, 0x11, 0x80, 0x03, 0, 0, 0, 0] + Array(busID.utf8) + [UInt8](repeating: 0, count: 32 - busID.utf8.count)
    }

    static func submit(
        _ sequence: UInt32, endpoint: UInt8, data: [UInt8] = [], room: Int = 0, setup: [UInt8] = [],
        packets: UInt32 = .max
    ) -> [UInt8] {
        let isInput: UInt32 = endpoint & 0x80 == 0 ? 0 : 1
        let length = UInt32(isInput == 1 ? room : data.count)
        return words([1, sequence, 0x10001, isInput, UInt32(endpoint & 0x0F), 0, length, 0, packets, 0])
            + setup + [UInt8](repeating: 0, count: 8 - setup.count) + data
    }

    static func unlink(_ sequence: UInt32, of other: UInt32) -> [UInt8] {
        words([2, sequence, 0x10001, 0, 0, other, 0, 0, 0, 0, 0, 0])
    }

    static func words(_ values: [UInt32]) -> [UInt8] {
        values.flatMap { value in (0..<4).map { UInt8(value >> (24 - 8 * UInt32($0)) & 0xFF) } }
    }
}

/// Random choices that are the same in each run.
private struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int(1 + next() % 4) { bytes[Int(next() % UInt64(bytes.count))] = UInt8(next() & 0xFF) }
        return Array(bytes.prefix(Int(next() % UInt64(bytes.count)) + 1))
    }

    private mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }
}
