import Foundation
import Model
import StorageInMemory
import Testing

@testable import Storage

@Suite struct OutboxTests {
    private let storage: StorageManager

    init() throws {
        storage = try StorageManager.inMemory()
    }

    @Test func whatIsNotDeliveredWaitsInOrder() throws {
        for id in ["b", "a", "c"] { try put(id) }
        try storage.write { try $0.markDelivered(outbox: "a", at: Sample.later) }
        #expect(try storage.read { try $0.pendingOutbox(limit: 10) }.map(\.id) == ["b", "c"])
        #expect(try storage.read { try $0.pendingOutbox(limit: 1) }.map(\.id) == ["b"])
        for limit in [-1, 0] { #expect(try storage.read { try $0.pendingOutbox(limit: limit) } == []) }
    }

    @Test func aDeliveryTakesTheKindsThatItIsFor() throws {
        for storage in [storage, MemoryStorage { Sample.time }] as [any StorageManagerType] {
            try storage.write {
                for kind in ["mail", "order.paid", "event"] {
                    try $0.enqueueOutbox(id: kind, kind: kind, payload: Data(), at: Sample.time)
                }
            }
            for (kinds, taken) in [
                (.all, ["mail", "order.paid", "event"]), (.only("order.paid"), ["order.paid"]),
                (.allBut("order.paid"), ["mail", "event"]),
            ] as [(OutboxKinds, [String])] {
                #expect(try storage.read { try $0.pendingOutbox(limit: 9, kinds) }.map(\.kind) == taken)
            }
        }
    }

    @Test func anItemIsReadAsItWasWritten() throws {
        try put("a")
        let item = OutboxItem(
            id: "a", kind: "order.paid", payload: Data("{}".utf8), createdAt: Sample.time, deliveredAt: nil)
        #expect(try storage.read { try $0.outboxItem(id: "a") } == item)
    }

    @Test func anIDIsTakenForEver() throws {
        try put("a")
        try storage.write { try $0.markDelivered(outbox: "a", at: Sample.later) }
        #expect(throws: StorageError.conflict(.id("a"))) { try put("a") }
    }

    @Test func theFirstDeliveryStays() throws {
        try put("a")
        try storage.write { try $0.markDelivered(outbox: "a", at: Sample.time) }
        try storage.write { try $0.markDelivered(outbox: "a", at: Sample.later) }
        #expect(try storage.read { try $0.outboxItem(id: "a") }?.deliveredAt == Sample.time)
    }

    @Test func whatWasNeverPutInCannotArrive() throws {
        #expect(throws: StorageError.missing(.outboxItem, id: "x")) {
            try storage.write { try $0.markDelivered(outbox: "x", at: Sample.time) }
        }
    }

    private func put(_ id: String) throws {
        try storage.write {
            try $0.enqueueOutbox(id: id, kind: "order.paid", payload: Data("{}".utf8), at: Sample.time)
        }
    }
}

@Suite struct SettingsTests {
    private let storage: StorageManager

    init() throws {
        storage = try StorageManager.inMemory()
    }

    @Test func aSettingIsReplacedAndRemoved() throws {
        try storage.write { try $0.setSetting("reader", to: ["a": 1]) }
        try storage.write { try $0.setSetting("reader", to: ["a": 2]) }
        #expect(try storage.read { try $0.setting("reader", as: [String: Int].self) } == ["a": 2])
        try storage.write { try $0.removeSetting("reader") }
        #expect(try storage.read { try $0.setting("reader") } == nil)
    }

    @Test func aSettingOfAnotherTypeIsDamage() throws {
        try storage.write { try $0.setSetting("reader", to: "text") }
        let error = try #require(throws: StorageError.self) {
            try storage.read { try $0.setting("reader", as: Int.self) }
        }
        #expect(error.code == "storage.corrupt")
    }

    @Test func keysAreListedInOrder() throws {
        try storage.write {
            for key in ["b", "ä", "a"] { try $0.setSetting(key, to: key) }
        }
        #expect(try storage.read { try $0.settingKeys() } == ["a", "b", "ä"])
    }

    @Test func requestsWithKeysAreForgottenByTimeAndByNumber() throws {
        try storage.write { transaction in
            for second in 0..<10 {
                try transaction.setKeyedRequest("k\(second)", at: Sample.time + Double(second), to: second)
            }
            try transaction.setKeyedRequest("k3", at: Sample.time + 3, to: 33)
            try transaction.removeKeyedRequest("k8")
            try transaction.dropKeyedRequests(before: Sample.time + 2, beyond: 100)
        }
        func known() throws -> [Int?] {
            try storage.read { reader in try (0..<10).map { try reader.keyedRequest("k\($0)", as: Int.self) } }
        }
        #expect(try known() == [nil, nil, 2, 33, 4, 5, 6, 7, nil, 9])
        try storage.write { try $0.dropKeyedRequests(before: Sample.time, beyond: 4) }
        #expect(try known() == [nil, nil, nil, nil, nil, 5, 6, 7, nil, 9])
    }
}
