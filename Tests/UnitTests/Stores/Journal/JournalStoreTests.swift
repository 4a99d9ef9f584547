import Flow
import Foundation
import Model
import Storage
import StorageInMemory
import Synchronization
import Testing

@testable import Stores

/// Long reads of the journal keep nobody waiting.
@Suite struct JournalStoreTests {
    private let world = VirtualWorld(seed: 1)
    private let storage: ExaminedStorage
    private let store: JournalStore

    init() {
        storage = ExaminedStorage(MemoryStorage(now: world.environment.now))
        store = JournalStore(storage: storage, locks: ProcessDeviceLocks(), environment: world.environment)
    }

    private func verify(_ answers: AnswerCount, replays: Bool = true) {
        store.onAction(.verify(kept: [], publicKey: nil, replays: replays, Reply { answers.note($0) }))
    }

    @Test func aVerificationIsNotAnsweredOnTheLaneOfTheStores() {
        let answers = AnswerCount()
        verify(answers)
        #expect(answers.count == 0 && storage.examinations == 0)
        world.run()
        #expect(answers.count == 1 && answers.failures == 0 && storage.examinations == 1)
    }

    @Test func thoseWhoAskWhileAVerificationRunsShareIt() {
        let answers = AnswerCount()
        for _ in 0..<10 { verify(answers) }
        world.run()
        #expect(answers.count == 10 && storage.examinations == 1)
        verify(answers)
        world.run()
        #expect(answers.count == 11 && storage.examinations == 2, "a later one is verified anew")
    }

    @Test func aVerificationOfSomethingElseHasItsOwnAnswer() {
        let answers = AnswerCount()
        verify(answers)
        verify(answers, replays: false)
        world.run()
        #expect(answers.count == 2 && storage.views == 2)
    }

    @Test func theStatusAndAComparedExportAreReadBesideTheLaneToo() {
        let answers = AnswerCount()
        store.onAction(.loadStatus(since: world.now, Reply { answers.note($0) }))
        store.onAction(.compareExport([], Reply { answers.note($0) }))
        #expect(answers.count == 0)
        world.run()
        #expect(answers.count == 2 && answers.failures == 0 && storage.views == 2)
    }
}

/// Counts answers.
private final class AnswerCount: Sendable {
    private let state = Mutex((count: 0, failures: 0))

    var count: Int { state.withLock { $0.count } }
    var failures: Int { state.withLock { $0.failures } }

    func note<Value>(_ answer: Result<Value, Failure>) {
        let hasFailed = if case .failure = answer { true } else { false }
        state.withLock { $0 = ($0.count + 1, $0.failures + (hasFailed ? 1 : 0)) }
    }
}

/// A storage that counts how often its database was examined, and how often a view of its own was lent.
private final class ExaminedStorage: StorageManagerType {
    private let storage: any StorageManagerType
    private let state = Mutex((examinations: 0, views: 0))

    init(_ storage: any StorageManagerType) { self.storage = storage }

    var examinations: Int { state.withLock { $0.examinations } }
    var views: Int { state.withLock { $0.views } }

    func write<T>(_ sync: CommitSync, _ work: (any StorageTransaction) throws -> T) throws(StorageError) -> T {
        try storage.write(sync, work)
    }

    func sync() throws(StorageError) { try storage.sync() }
    func read<T>(_ work: (any StorageReader) throws -> T) throws(StorageError) -> T { try storage.read(work) }
    func checkReady() throws(StorageError) { try storage.checkReady() }

    func examineDatabase() throws(StorageError) -> [DatabaseFinding] {
        state.withLock { $0.examinations += 1 }
        return []
    }

    func readingAside<T>(_ work: (any StorageManagerType) throws(StorageError) -> T) throws(StorageError) -> T {
        state.withLock { $0.views += 1 }
        return try work(self)
    }
}
