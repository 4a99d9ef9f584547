import Foundation
import Model
import Testing

@testable import Storage

@Suite struct TerminalTests {
    private let storage: StorageManager

    init() throws {
        storage = try StorageManager.inMemory()
    }

    @Test func whatIsKnownOfATerminalIsReplaced() throws {
        var memory = TerminalMemory(
            terminalID: "52500038", lastReceiptNumber: 17, updatedAt: Sample.time)
        try storage.write { try $0.save(memory) }
        memory.lastReceiptNumber = 1
        try storage.write { try $0.save(memory) }
        #expect(try storage.read { try $0.terminal(id: "52500038") } == memory)
        #expect(try storage.read { try $0.terminal(id: "x") } == nil)
    }
}
