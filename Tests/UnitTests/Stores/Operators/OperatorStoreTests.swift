import Flow
import Foundation
import Model
import Storage
import StorageInMemory
import Synchronization
import Testing

@testable import Stores

/// Operators, their PINs and the rights that these give, in virtual time.
@Suite struct OperatorStoreTests {
    private let world = VirtualWorld(seed: 1)
    private let storage: StorageManager
    private let operators: Operators
    /// A till's process. Another one at the same storage is a restart.
    private let store: OperatorStore

    private static let cost = PINHash.Cost(rounds: 16, blockSize: 1, parallelism: 1)
    private static let holder = "token tok-1"
    private let requester = Requester(caller: "user anna")

    init() throws {
        storage = try StorageManager.inMemory()
        operators = Operators(storage: storage, environment: world.environment, cost: Self.cost)
        store = OperatorStore(environment: world.environment, storage: storage, cost: Self.cost)
        _ = try operators.create("Anna", try OperatorPIN("4071"), by: requester)
        _ = try operators.create("Ben", try OperatorPIN("839275"), by: requester)
    }

    /// The environment of a machine that was started anew.
    private func restarted(boot: String) -> OperatorStore {
        var environment = world.environment
        environment.boot = boot
        return OperatorStore(environment: environment, storage: storage, cost: Self.cost)
    }

    private func enter(_ name: String, _ pin: String, at other: OperatorStore? = nil) throws -> OperatorEntry {
        let pin = try OperatorPIN(pin)
        return try answer(at: other) { .enter(name: name, pin, caller: "token kiosk", holder: Self.holder, $0) }
    }

    private func answer<Value: Sendable>(
        at other: OperatorStore? = nil, _ make: (Reply<Value>) -> OperatorAction
    ) throws -> Value {
        let answers = Collected<Result<Value, Failure>>()
        (other ?? store).onAction(make(Reply { answers.add($0) }))
        world.run()
        return try #require(answers.all.first).get()
    }

    private func right(_ name: String, _ pin: String) throws -> OperatorRight {
        guard case .entered(let right) = try enter(name, pin) else { throw Missing() }
        return right
    }

    private struct Missing: Error {}

    private func renew(_ right: OperatorRight, holder: String = holder) throws -> OperatorRight {
        try answer { .renew(right: right.secret, holder: holder, $0) }
    }

    private func facts(_ kind: String) throws -> [OperatorChange] {
        try storage.read { try $0.journalEntries(kind: kind, limit: 100) }.map {
            try $0.decoded(as: OperatorChange.self)
        }
    }

    // MARK: Rights

    @Test func theRightPINGivesARightOfFiveMinutes() throws {
        let right = try right("Anna", "4071")
        #expect(right.person.name == "Anna")
        #expect(right.expiresAt == world.now.addingTimeInterval(300).asStored)
        world.advance(by: .seconds(299))
        #expect(try renew(right).person == right.person)
    }

    @Test func aRightEndsAfterFiveMinutesWithoutAnAct() throws {
        let right = try right("Anna", "4071")
        world.advance(by: .seconds(300))
        let failure = #expect(throws: Failure.self) { try renew(right) }
        #expect(failure?.code == "operator.rightEnded")
    }

    @Test func eachActRenewsIt() throws {
        let right = try right("Anna", "4071")
        for _ in 0..<5 {
            world.advance(by: .seconds(299))
            #expect(try renew(right).expiresAt == world.now.addingTimeInterval(300).asStored)
        }
    }

    @Test func aClockThatJumpsChangesNoRight() throws {
        let right = try right("Anna", "4071")
        world.now = world.now.addingTimeInterval(86_400)
        _ = try renew(right)
        world.now = world.now.addingTimeInterval(-200_000)
        world.advance(by: .seconds(300))
        #expect(throws: Failure.self) { try renew(right) }
    }

    @Test func aRightIsOnlyForTheCallerWhoAsked() throws {
        let right = try right("Anna", "4071")
        #expect(throws: Failure.self) { try renew(right, holder: "token tok-2") }
        #expect(try renew(right).person.name == "Anna")
    }

    @Test func whoLeavesHasNoRightAnyMore() throws {
        let right = try right("Anna", "4071")
        try answer { .leave(right: right.secret, holder: "token tok-2", $0) } as Void
        _ = try renew(right)
        try answer { .leave(right: right.secret, holder: Self.holder, $0) } as Void
        #expect(throws: Failure.self) { try renew(right) }
    }

    @Test func aRightEndsWithTheService() throws {
        let right = try right("Anna", "4071")
        let next = restarted(boot: "virtual world")
        #expect(throws: Failure.self) {
            try answer(at: next) { .renew(right: right.secret, holder: Self.holder, $0) } as OperatorRight
        }
    }

    @Test func anotherPINEndsTheRightsOfTheOldOne() throws {
        let (annas, bens) = (try right("Anna", "4071"), try right("Ben", "839275"))
        _ = try operators.changePIN(of: "anna", to: OperatorPIN("5502"), by: requester)
        #expect(throws: Failure.self) { try renew(annas) }
        _ = try renew(bens)
        _ = try right("Anna", "5502")
    }

    @Test func aRemovedOperatorHasNoRight() throws {
        let right = try right("Anna", "4071")
        _ = try operators.remove("Anna", by: requester)
        #expect(throws: Failure.self) { try renew(right) }
        guard case .wrong = try enter("Anna", "4071") else { throw Missing() }
    }

    @Test func everyRightDiffersAndOnlySoManyAreHeld() throws {
        let rights = try (0..<HeldRights.most + 1).map { _ in
            world.advance(by: .milliseconds(1))
            return try right("Anna", "4071")
        }
        #expect(Set(rights.map(\.secret)).count == rights.count)
        #expect(throws: Failure.self) { try renew(rights[0]) }
        _ = try renew(rights[1])
    }

    // MARK: Wrong PINs

    @Test func fiveWrongPINsLockAndTheRightOneIsNotLookedAtThen() throws {
        for left in [4, 3, 2, 1] { #expect(try enter("Anna", "0815") == .wrong(triesLeft: left, lock: .zero)) }
        #expect(try enter("Anna", "0815") == .wrong(triesLeft: 0, lock: .seconds(30)))
        world.advance(by: .seconds(12))
        #expect(try enter("Anna", "4071") == .locked(.seconds(18)))
        world.advance(by: .seconds(18))
        _ = try right("Anna", "4071")
        #expect(try enter("Anna", "0815") == .wrong(triesLeft: 4, lock: .zero))
    }

    @Test func theLockGrowsAndSurvivesARestart() throws {
        for _ in 0..<5 { _ = try enter("Anna", "0815") }
        world.advance(by: .seconds(30))
        #expect(try enter("Anna", "0815") == .wrong(triesLeft: 0, lock: .seconds(60)))
        world.advance(by: .seconds(10))
        #expect(try enter("Anna", "4071", at: restarted(boot: "virtual world")) == .locked(.seconds(50)))
        #expect(try enter("Anna", "4071", at: restarted(boot: "the next boot")) == .locked(.seconds(50)))
    }

    @Test func aMachineThatIsStartedWithAnEarlierClockGivesNobodyMoreTries() throws {
        for _ in 0..<5 { _ = try enter("Anna", "0815") }
        world.now = world.now.addingTimeInterval(-86_400)
        let next = restarted(boot: "the next boot")
        #expect(try enter("Anna", "4071", at: next) == .locked(.seconds(30)))
        world.advance(by: .seconds(30))
        guard case .entered = try enter("Anna", "4071", at: next) else { throw Missing() }
    }

    @Test func anothersRightPINDoesNotHelpWhoGuesses() throws {
        for _ in 0..<4 {
            _ = try enter("Anna", "0815")
            _ = try right("Ben", "839275")
        }
        #expect(try enter("Anna", "0815") == .wrong(triesLeft: 0, lock: .seconds(30)))
        // The lock is Anna's, and not the till's.
        _ = try right("Ben", "839275")
    }

    @Test func theTillLocksAfterTwentyWrongPINsOfWhomever() throws {
        for number in 0..<18 { _ = try operators.create("No. \(number)", OperatorPIN("5502"), by: requester) }
        for number in 0..<18 { _ = try enter("No. \(number)", "0815") }
        _ = try right("Ben", "839275")
        #expect(try enter("Anna", "0815") == .wrong(triesLeft: 1, lock: .zero))
        #expect(try enter("Anna", "0815") == .wrong(triesLeft: 0, lock: .seconds(30)))
        #expect(try enter("Ben", "839275") == .locked(.seconds(30)))
    }

    @Test func aNameThatNobodyHasIsAnsweredAsAnyOther() throws {
        for left in [4, 3, 2, 1] { #expect(try enter("Nobody", "4071") == .wrong(triesLeft: left, lock: .zero)) }
        #expect(try enter("No one", "4071") == .wrong(triesLeft: 0, lock: .seconds(30)))
        #expect(try enter("Nobody", "4071") == .locked(.seconds(30)))
        _ = try right("Anna", "4071")
    }

    /// As after a kill between the two writes of an attempt.
    @Test func aPINCountsAsWrongBeforeItIsLookedAt() throws {
        let tries = PINTries(storage: storage, environment: world.environment)
        for _ in 0..<4 { _ = try tries.begin("Anna") }
        #expect(try enter("Anna", "0815") == .wrong(triesLeft: 0, lock: .seconds(30)))
    }

    @Test func manyWhoAskAtOnceAreLookedAtOneByOneAndSomeAreRefused() throws {
        let answers = Collected<Result<OperatorEntry, Failure>>()
        for _ in 0..<OperatorStore.mostWaiting + 3 {
            store.onAction(
                .enter(
                    name: "Anna", try OperatorPIN("0815"), caller: "token kiosk", holder: Self.holder,
                    Reply { answers.add($0) }))
        }
        world.run()
        let all = answers.all
        #expect(all.count { (try? $0.get()) == nil } == 3)
        #expect(all.count { if case .success(.wrong) = $0 { true } else { false } } == 5)
        #expect(all.count { if case .success(.locked) = $0 { true } else { false } } == OperatorStore.mostWaiting - 5)
    }

    // MARK: Operators

    @Test func operatorsAreListedByNameAndWithoutTheirPINs() throws {
        #expect(try (answer { .list($0) } as [TillOperator]).map(\.name) == ["Anna", "Ben"])
        let kept = try #require(try storage.read { try $0.setting("operators") })
        let text = String(decoding: kept, as: UTF8.self)
        #expect(!text.contains("4071") && text.contains(#""rounds":16"#))
    }

    @Test(arguments: ["", " Anna", "Anna ", "An\u{7}na", "4111 1111 1111 1111", String(repeating: "n", count: 41)])
    func aNameThatCannotBeShownIsRefused(_ name: String) throws {
        let failure = #expect(throws: Failure.self) { try operators.create(name, OperatorPIN("5502"), by: requester) }
        #expect(failure?.code == "operator.badName")
    }

    @Test func aNameIsGivenOnce() throws {
        let failure = #expect(throws: Failure.self) { try operators.create("ANNA", OperatorPIN("5502"), by: requester) }
        #expect(failure?.code == "operator.nameTaken")
    }

    @Test func aWeakPINMakesNoOperator() throws {
        #expect(throws: Failure.self) { try operators.create("Cleo", OperatorPIN("1234"), by: requester) }
        #expect(throws: Failure.self) { try operators.changePIN(of: "Anna", to: OperatorPIN("1234"), by: requester) }
        #expect(try operators.all().count == 2)
        _ = try right("Anna", "4071")
    }

    @Test func aTillHasOnlySoManyOperators() throws {
        for number in 2..<TillOperator.most {
            _ = try operators.create("No. \(number)", OperatorPIN("5502"), by: requester)
        }
        let failure = #expect(throws: Failure.self) {
            try operators.create("one more", OperatorPIN("5502"), by: requester)
        }
        #expect(failure?.code == "operator.tooMany")
    }

    @Test func whoIsNotThereCannotBeRemovedOrChanged() throws {
        #expect(throws: Failure.self) { try operators.remove("Cleo", by: requester) }
        #expect(throws: Failure.self) { try operators.changePIN(of: "Cleo", to: OperatorPIN("5502"), by: requester) }
    }

    @Test func theJournalHasWhatBecameOfOperatorsAndEachLock() throws {
        _ = try operators.changePIN(of: "Anna", to: OperatorPIN("5502"), by: requester)
        _ = try operators.remove("Ben", by: requester)
        for _ in 0..<5 { _ = try enter("Anna", "0815") }
        #expect(try facts("operator.created").map(\.name) == ["Ben", "Anna"])
        #expect(try facts("operator.pinChanged").first?.by == requester)
        #expect(try facts("operator.removed").first?.name == "Ben")
        let locked = try #require(try facts("operator.locked").first)
        #expect(locked.name == "Anna" && locked.seconds == 30 && locked.by == nil)
    }

    @Test func theSamePINOfTwoOperatorsIsKeptDifferently() throws {
        _ = try operators.create("Cleo", OperatorPIN("4071"), by: requester)
        let kept = try storage.read { try StoredOperator.all(in: $0) }
        #expect(Set(kept.map(\.pin)).count == 3)
    }
}

/// The operators in the double of Storage, which tests of other things use.
@Suite struct OperatorsInMemoryTests {
    private static let cost = PINHash.Cost(rounds: 16, blockSize: 1, parallelism: 1)

    private func endRestored(_ storage: MemoryStorage, over replaced: MemoryStorage?) throws -> [String] {
        let requester = Requester(caller: "user anna")
        return try storage.writing { transaction throws -> [TillOperator] in
            guard let replaced else {
                return try Operators.endRestored(in: transaction, unlessIn: nil, by: requester)
            }
            return try replaced.read {
                try Operators.endRestored(in: transaction, unlessIn: $0, by: requester)
            }
        }.map(\.name)
    }

    @Test func aRestoreKeepsOnlyOperatorsThatTheReplacedDataHaveWithTheSamePIN() throws {
        let world = VirtualWorld(seed: 1)
        let (backup, present) = (MemoryStorage(now: world.environment.now), MemoryStorage(now: world.environment.now))
        let requester = Requester(caller: "user anna")
        let there = Operators(storage: backup, environment: world.environment, cost: Self.cost)
        for (name, pin) in [("Anna", "4071"), ("Ben", "839275"), ("Cem", "5926")] {
            _ = try there.create(name, OperatorPIN(pin), by: requester)
        }
        let copied = try backup.reading { try StoredOperator.all(in: $0) }
        try present.writing { try StoredOperator.keep(copied, in: $0) }
        let here = Operators(storage: present, environment: world.environment, cost: Self.cost)
        _ = try here.remove("Ben", by: requester)
        _ = try here.changePIN(of: "Cem", to: OperatorPIN("8317"), by: requester)
        #expect(try endRestored(backup, over: present) == ["Ben", "Cem"])
        #expect(try there.all().map(\.name) == ["Anna"])
        let noted = try backup.read { try $0.journalEntries(kind: "operator.removed", limit: 10) }
        #expect(noted.count == 2)
        #expect(try endRestored(backup, over: nil) == ["Anna"], "in an empty place nobody stays an operator")
        #expect(try there.all() == [])
    }

    @Test func aPINGivesARightThereToo() throws {
        let world = VirtualWorld(seed: 1)
        let storage = MemoryStorage(now: world.environment.now)
        let cost = PINHash.Cost(rounds: 16, blockSize: 1, parallelism: 1)
        let operators = Operators(storage: storage, environment: world.environment, cost: cost)
        _ = try operators.create("Anna", OperatorPIN("4071"), by: Requester(caller: "user anna"))
        let tries = PINTries(storage: storage, environment: world.environment)
        for _ in 0..<5 {
            guard case .admitted = try tries.begin("Anna") else { throw StorageError.refused(.paymentUnderWay) }
        }
        guard case .locked(.seconds(30)) = try tries.begin("Anna") else { throw StorageError.refused(.paymentUnderWay) }
    }
}

private final class Collected<Value: Sendable>: Sendable {
    private let stored = Mutex<[Value]>([])
    var all: [Value] { stored.withLock { $0 } }
    func add(_ value: Value) { stored.withLock { $0.append(value) } }
}
