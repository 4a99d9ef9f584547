import Foundation
import Model
import Testing

@testable import Storage

@Suite struct TerminalTests {
    private let storage: StorageManager
    private let payment = PaymentID(rawValue: "pay-1")

    init() throws {
        storage = try StorageManager.inMemory()
        try storage.write { try $0.insert(Sample.payment()) }
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

    @Test func textsStayInTheOrderInWhichTheyCame() throws {
        let lines = [PrintedLine("KARTENZAHLUNG", centred: true, doubleWidth: true), PrintedLine("Größe €")]
        try append(lines, copy: nil, ends: false)
        try append([], copy: .merchant, ends: true)
        let texts = try storage.read { try $0.terminalTexts(payment: payment) }
        #expect(
            texts == [
                StoredTerminalText(payment: payment, ordinal: 1, copy: nil, lines: lines, endsReceipt: false),
                StoredTerminalText(payment: payment, ordinal: 2, copy: .merchant, lines: [], endsReceipt: true),
            ])
    }

    @Test func textOfAPaymentThatDoesNotExistIsRefused() throws {
        let error = try #require(throws: StorageError.self) {
            try storage.write {
                try $0.appendTerminalText(
                    payment: PaymentID(rawValue: "pay-9"), copy: nil, lines: [], endsReceipt: false)
            }
        }
        #expect(error.code == "storage.conflict")
    }

    private func append(_ lines: [PrintedLine], copy: ReceiptCopy?, ends: Bool) throws {
        try storage.write {
            try $0.appendTerminalText(payment: payment, copy: copy, lines: lines, endsReceipt: ends)
        }
    }
}
