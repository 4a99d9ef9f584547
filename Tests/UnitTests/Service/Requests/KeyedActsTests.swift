import Flow
import Foundation
import Model
import Storage
import StorageInMemory
import Synchronization
import Testing

@testable import Service

/// What happens once for each idempotency key, whatever becomes of the process.
@Suite struct KeyedActsTests {
    private let world = VirtualWorld(seed: 1)
    private let storage: MemoryStorage
    private let done = Count()

    init() { storage = MemoryStorage(now: world.environment.now) }

    /// Those of a process that was started just now.
    private var acts: KeyedActs { KeyedActs(storage: storage, environment: world.environment) }

    private func request(_ key: String? = "k1", _ body: String = "{}") -> ServiceRequest {
        ServiceRequest(
            id: "req-1", fields: key.map { ["idempotency-key": $0] } ?? [:], body: Array(body.utf8), caller: .nobody,
            language: .en)
    }

    private func act(
        _ name: String = "act", leaving trace: KeyedAct.EarlierAttempt = .unknown, to subject: String? = nil
    ) -> KeyedAct {
        KeyedAct(name: name, subject: subject) { () throws(Failure) in
            0
        } earlierAttempt: { _ throws(Failure) in
            trace
        }
    }

    /// Does the act in virtual time. Its answer is the number of times that it was done.
    private func perform(_ act: KeyedAct, _ request: ServiceRequest) throws -> String {
        let (acts, done) = (acts, done)
        let response = try world.finish { () async throws(Failure) in
            try await acts.perform(act, for: request) { () throws(Failure) in
                let times = done.add()
                return ServiceResponse(status: 202, body: .bytes(Array("\(times)".utf8), type: "text/plain"))
            }
        }
        guard case .bytes(let bytes, _) = response.body else { return "" }
        return "\(response.status) " + String(decoding: bytes, as: UTF8.self)
    }

    @Test func theSameRequestHasTheFirstAnswerFromEveryProcess() throws {
        for _ in 0..<3 { #expect(try perform(act(), request()) == "202 1") }
        #expect(try perform(act(), request("k1", "{ }")) == "202 1", "two texts of one value are one request")
        #expect(try perform(act(), request("k2")) == "202 2")
        #expect(try perform(act(), request(nil)) == "202 3")
        #expect(try perform(act(), request(nil)) == "202 4")
    }

    @Test func aKeyThatBelongsToAnotherRequestIsRefused() throws {
        _ = try perform(act(), request())
        for (act, request) in [(act(), request("k1", #"{"copies":2}"#)), (act("other"), request())] {
            let failure = #expect(throws: Failure.self) { try perform(act, request) }
            #expect(failure?.code == "request.keyConflict")
        }
        #expect(done.value == 1)
    }

    @Test(arguments: ["", String(repeating: "k", count: 201)]) func aKeyHasSomeLength(_ key: String) {
        let failure = #expect(throws: Failure.self) { try perform(act(), request(key)) }
        #expect(failure?.code == "request.badKey")
    }

    /// Begins the act in a process that is stopped before it ends.
    private func begin(_ act: KeyedAct, _ request: ServiceRequest) {
        let (acts, environment) = (acts, world.environment)
        _ = environment.spawn("killed") {
            _ = try? await acts.perform(act, for: request) { () throws(Failure) in
                try? await environment.sleep(environment.uptime() + .seconds(1_000_000))
                return ServiceResponse()
            }
        }
        world.advance(by: .seconds(1))
    }

    @Test func anActThatMayHaveBeenDoneIsNotDoneAgain() {
        begin(act(), request())
        let failure = #expect(throws: Failure.self) { try perform(act(leaving: .unknown), request()) }
        #expect(failure?.code == "request.interrupted")
        #expect(done.value == 0)
    }

    @Test func anActThatHasDoneNothingIsBegunAgain() throws {
        begin(act(), request())
        #expect(try perform(act(leaving: .nothing), request()) == "202 1")
        #expect(try perform(act(), request()) == "202 1")
    }

    /// Such as `last`, which is another customer's receipt by then.
    @Test func aNameThatLeadsElsewhereWhenTheRequestIsSentAgainHasNothingDoneThere() throws {
        begin(act(to: "rcp-1"), request())
        #expect(try acts.subject(ofEarlier: "act", for: request()) == "rcp-1")
        #expect(try acts.subject(ofEarlier: "other", for: request()) == nil)
        #expect(try acts.subject(ofEarlier: "act", for: request("k2")) == nil)
        #expect(try acts.subject(ofEarlier: "act", for: request(nil)) == nil)
        let failure = #expect(throws: Failure.self) { try perform(act(leaving: .nothing, to: "rcp-2"), request()) }
        #expect(failure?.code == "request.interrupted")
        #expect(done.value == 0)
        #expect(try perform(act(leaving: .nothing, to: "rcp-1"), request()) == "202 1")
    }

    @Test func aRequestThatAnEarlierBuildKeptIsStillRead() throws {
        let kept = #"{"fingerprint": "f", "at": 0, "mark": 7}"#
        let record = try JSONDecoder().decode(KeyedRecord.self, from: Data(kept.utf8))
        #expect(record.mark == 7 && record.subject == nil && record.answer == nil)
    }

    @Test func anActThatIsUnderWayIsOnlyFinished() throws {
        begin(act(), request())
        let underWay = KeyedAct.EarlierAttempt.underWay { () throws(Failure) in
            ServiceResponse(status: 200, body: .bytes(Array("finished".utf8), type: "text/plain"))
        }
        #expect(try perform(act(leaving: underWay), request()) == "200 finished")
        #expect(try perform(act(), request()) == "200 finished")
        #expect(done.value == 0)
    }

    @Test func anActThatHasEndedIsToldWithoutBeingDone() throws {
        begin(act(), request())
        let ended = ServiceResponse(status: 200, body: .bytes(Array("ended".utf8), type: "text/plain"))
        #expect(try perform(act(leaving: .done(ended)), request()) == "200 ended")
        #expect(try perform(act(), request()) == "200 ended")
    }

    @Test(arguments: [true, false]) func aFailureKeepsTheKeyOnlyIfSomethingMayHaveHappened(_ hasHappened: Bool) throws {
        let (acts, act, request) = (acts, act(leaving: hasHappened ? .unknown : .nothing), request())
        #expect(throws: Failure.self) {
            try world.finish { () async throws(Failure) in
                try await acts.perform(act, for: request) { () throws(Failure) in throw .unauthorized }
            }
        }
        guard hasHappened else { return #expect(try perform(act, request) == "202 1") }
        #expect(throws: Failure.self) { try perform(act, request) }
    }

    @Test func oldKeysGo() throws {
        _ = try perform(act(), request())
        world.advance(by: .seconds(31 * 86_400))
        #expect(try perform(act(), request("k2")) == "202 2")
        #expect(try perform(act(), request()) == "202 3", "the first one is no longer known")
    }
}

/// Counts how often something is done.
private final class Count: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
