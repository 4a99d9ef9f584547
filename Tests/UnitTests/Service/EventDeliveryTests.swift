import Flow
import Foundation
import Model
import Storage
import StorageInMemory
import Synchronization
import Testing

@testable import Service

/// Who is told of what, when, and how often.
@Suite struct EventDeliveryTests {
    private struct Fact: Codable { var number = 1 }

    /// Answers each address with the status that the test wants; 0 does not answer.
    private final class Receivers: EventPosting {
        private struct State {
            var statuses: [String: Int] = [:]
            var wait: Int?
            var heard: [(url: String, event: String, kind: String)] = []
        }

        private let state = Mutex(State())

        func post(_ request: EventRequest) async throws(Failure) -> EventAnswer {
            let (status, wait) = state.withLock { state in
                let (event, kind) = (request.fields["Till-Event-Id"] ?? "", request.fields["Till-Event"] ?? "")
                state.heard.append((request.url, event, kind))
                return (state.statuses[request.url] ?? 200, state.wait)
            }
            guard status > 0 else { throw .noAnswer(from: request.url, Sentence(stored: "nobody")) }
            return EventAnswer(status: status, retryAfter: wait.map { .seconds($0) })
        }

        func answer(_ url: String, _ status: Int, wait: Int? = nil) {
            state.withLock { state in
                state.statuses[url] = status
                state.wait = wait
            }
        }

        func events(_ url: String) -> [String] { state.withLock { $0.heard.filter { $0.url == url }.map(\.event) } }
        func kinds(_ url: String) -> [String] { state.withLock { $0.heard.filter { $0.url == url }.map(\.kind) } }
    }

    private let world = VirtualWorld(seed: 1)
    private let storage: MemoryStorage
    private let endpoints: EventEndpoints
    private let receivers = Receivers()
    private let folder: String

    private static let one = "https://one.example/"
    private static let other = "https://other.example/"

    init() throws {
        let environment = world.environment
        storage = MemoryStorage(now: environment.now)
        var template = Array((NSTemporaryDirectory() + "till-hooks-XXXXXX").utf8CString)
        folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        endpoints = EventEndpoints(
            storage: storage, environment: environment, secrets: CredentialFiles(directory: folder))
    }

    private func clear() { try? FileManager.default.removeItem(atPath: folder) }

    private func append(_ kinds: String...) throws {
        try storage.write { transaction in
            for kind in kinds { try transaction.append(kind: kind, payment: nil, encoding: Fact()) }
        }
    }

    private func delivery() -> EventDelivery { EventDelivery(endpoints, post: receivers) }

    @Test func anEndpointHearsTheKindsThatItWantsInOrderFromNowOn() throws {
        defer { clear() }
        try append("payment.settled")
        _ = try endpoints.create(Self.one, ["payment.settled", "endOfDay.*"])
        try append("payment.intended", "payment.settled", "endOfDay.ended", "receipt.printed", "payment.settled")
        let delivery = delivery()
        delivery.wake()
        world.run()
        #expect(receivers.events(Self.one) == ["3", "4", "6"])
        try append("payment.settled")
        delivery.wake()
        world.run()
        #expect(receivers.events(Self.one) == ["3", "4", "6", "7"])
    }

    @Test func anEventThatIsNotTakenComesAgainAfterPausesThatGrow() throws {
        defer { clear() }
        let id = try endpoints.create(Self.one, ["*"]).endpoint.id
        receivers.answer(Self.one, 0)
        try append("payment.settled", "receipt.printed")
        let delivery = delivery()
        delivery.wake()
        world.run()
        #expect(receivers.events(Self.one) == ["1"])
        #expect(try endpoints.find(id).progress.trouble?.code == "endpoint.unanswered")
        // 1, 2 and 4 seconds, and up to a fifth more of each.
        world.advance(by: .seconds(9))
        #expect(receivers.events(Self.one).count == 4)
        world.advance(by: .seconds(86_400))
        let tries = receivers.events(Self.one).count
        #expect((240...310).contains(tries) && Set(receivers.events(Self.one)) == ["1"], "\(tries)")
        receivers.answer(Self.one, 200)
        world.advance(by: .seconds(400))
        #expect(receivers.events(Self.one).suffix(2) == ["1", "2"])
        #expect(try endpoints.find(id).progress.trouble == nil)
    }

    @Test(arguments: [500, 503, 408, 425, 429, 301, 307, 304, 100])
    func aStatusThatIsNoRefusalIsTriedAgain(_ status: Int) throws {
        defer { clear() }
        let id = try endpoints.create(Self.one, ["*"]).endpoint.id
        receivers.answer(Self.one, status)
        try append("payment.settled")
        let delivery = delivery()
        delivery.wake()
        world.advance(by: .seconds(4))
        #expect(receivers.events(Self.one).count > 1)
        #expect(try endpoints.find(id).progress.setAside.isEmpty)
    }

    @Test func anEndpointThatAsksToBeLeftAloneIsLeftAlone() throws {
        defer { clear() }
        _ = try endpoints.create(Self.one, ["*"])
        receivers.answer(Self.one, 429, wait: 120)
        try append("payment.settled")
        let delivery = delivery()
        delivery.wake()
        world.advance(by: .seconds(119))
        #expect(receivers.events(Self.one).count == 1)
        world.advance(by: .seconds(30))
        #expect(receivers.events(Self.one).count == 2)
    }

    @Test(arguments: [400, 401, 404, 410, 422])
    func aRefusedEventIsSetAsideAndTheNextOnesAreTold(_ status: Int) throws {
        defer { clear() }
        let id = try endpoints.create(Self.one, ["*"]).endpoint.id
        receivers.answer(Self.one, status)
        try append("payment.settled")
        let delivery = delivery()
        delivery.wake()
        world.run()
        receivers.answer(Self.one, 200)
        try append("receipt.printed")
        delivery.wake()
        world.advance(by: .seconds(30))
        #expect(receivers.events(Self.one) == ["1", "2"])
        let aside = try endpoints.find(id).progress.setAside
        #expect(aside.map(\.event) == [1] && aside[0].refusal.sentence.contains("\(status)"))
        try endpoints.retry(1, of: id)
        world.advance(by: .seconds(30))
        #expect(receivers.events(Self.one) == ["1", "2", "1"])
        #expect(try endpoints.find(id).progress.again == [])
    }

    @Test func aHundredRefusedEventsStopAnEndpointUntilSomebodyDecides() throws {
        defer { clear() }
        let id = try endpoints.create(Self.one, ["*"]).endpoint.id
        receivers.answer(Self.one, 400)
        for _ in 0..<150 { try append("payment.settled") }
        let delivery = delivery()
        delivery.wake()
        world.advance(by: .seconds(60))
        #expect(receivers.events(Self.one).count == 100)
        #expect(try endpoints.find(id).progress.trouble?.code == "endpoint.full")
        receivers.answer(Self.one, 200)
        try endpoints.discard(5, of: id)
        world.advance(by: .seconds(60))
        #expect(receivers.events(Self.one).suffix(50) == (101...150).map(String.init))
        #expect(try endpoints.find(id).progress.trouble == nil)
    }

    @Test func oneThatDoesNotAnswerDelaysNoOther() throws {
        defer { clear() }
        _ = try endpoints.create(Self.one, ["*"])
        _ = try endpoints.create(Self.other, ["*"])
        receivers.answer(Self.one, 0)
        let delivery = delivery()
        for _ in 0..<5 {
            try append("payment.settled")
            delivery.wake()
            world.run()
        }
        #expect(receivers.events(Self.other) == ["1", "2", "3", "4", "5"])
    }

    @Test func theNextProcessGoesOnWhereTheLastOneWasStopped() throws {
        defer { clear() }
        _ = try endpoints.create(Self.one, ["*"])
        try append("payment.intended")
        let first = delivery()
        first.wake()
        world.run()
        receivers.answer(Self.one, 0)
        try append("payment.settled")
        first.wake()
        world.run()
        first.stop()
        world.advance(by: .seconds(600))
        let before = receivers.events(Self.one).count
        receivers.answer(Self.one, 200)
        let second = delivery()
        second.wake()
        world.run()
        #expect(receivers.events(Self.one).dropFirst(before) == ["2"])
    }

    @Test func aDeletedEndpointHearsNothingMore() throws {
        defer { clear() }
        let id = try endpoints.create(Self.one, ["*"]).endpoint.id
        receivers.answer(Self.one, 500)
        try append("payment.settled")
        let delivery = delivery()
        delivery.wake()
        world.run()
        _ = try endpoints.remove(id)
        world.advance(by: .seconds(600))
        #expect(receivers.events(Self.one).count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/credentials") == [])
        #expect(throws: Failure.self) { try endpoints.find(id) }
    }

    /// After a restore, the journal may be shorter than the endpoint knows.
    @Test func anEndpointThatKnowsMoreThanTheJournalIsToldToReadAgain() throws {
        defer { clear() }
        let id = try endpoints.create(Self.one, ["*"]).endpoint.id
        try append("payment.settled")
        try endpoints.change(id) { $0.last = 40 }
        let delivery = delivery()
        delivery.wake()
        world.run()
        try append("payment.settled")
        delivery.wake()
        world.run()
        #expect(receivers.kinds(Self.one) == ["reset", "payment.settled"])
        #expect(receivers.events(Self.one) == ["1", "2"])
    }

    @Test func anEndpointWithoutItsSecretWaitsAndSaysWhy() throws {
        defer { clear() }
        let id = try endpoints.create(Self.one, ["*"]).endpoint.id
        try FileManager.default.removeItem(atPath: folder + "/credentials/webhook-" + id)
        try append("payment.settled")
        let delivery = delivery()
        delivery.wake()
        world.run()
        #expect(receivers.events(Self.one).isEmpty)
        #expect(try endpoints.find(id).progress.trouble?.code == "endpoint.noSecret")
    }

    @Test func thereAreTwentyEndpointsAndNoMore() throws {
        defer { clear() }
        for _ in 0..<EventEndpoints.most { _ = try endpoints.create(Self.one, ["*"]) }
        let failure = #expect(throws: Failure.self) { try endpoints.create(Self.one, ["*"]) }
        #expect(failure?.code == "endpoint.tooMany")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder + "/credentials")
        #expect(files.count == EventEndpoints.most)
    }
}
