import Flow
import Foundation
import GRDB
import Model
import Testing

@testable import Storage

/// What the journal holds is not stored a second time, and reads return it all the same.
@Suite struct StoredOnceTests {
    private struct Fact: Encodable { let lines: [PrintedLine] }

    private let storage: StorageManager
    private let payment = PaymentID(rawValue: "pay-1")
    private let lines = (1...12).map { PrintedLine("Zeile \($0) Größe \u{1F600} \"x\" \\ / €", centred: $0 % 2 == 0) }

    init() throws {
        storage = try StorageManager.inMemory()
        try storage.write { try $0.insert(Sample.payment()) }
    }

    private func receipt(_ id: String, _ copy: ReceiptCopy = .customer) -> Receipt {
        let model = Sample.receipt(id, copy: copy)
        return Receipt(
            id: model.id, copy: copy, merchant: model.merchant, payment: model.payment, orderNumber: model.orderNumber,
            issuedAt: model.issuedAt, utcOffset: 0, lines: model.lines, taxes: [], total: model.total, tip: nil,
            card: .terminalText(lines: lines, result: .approved), footer: ["terminalText"], language: "de")
    }

    private func stored(_ id: String) throws -> String {
        try storage.database.read {
            try String.fetchOne($0, sql: "SELECT document FROM receipts WHERE id = ?", arguments: [id]) ?? ""
        }
    }

    @Test func textThatTheJournalHasIsReferredTo() throws {
        let wanted = receipt("rcp-1")
        try storage.write {
            try $0.append(kind: "payment.text", payment: payment, encoding: Fact(lines: lines))
            try $0.insert(wanted, createdAt: Sample.time)
        }
        #expect(try !stored("rcp-1").contains("Zeile"))
        #expect(try storage.read { try $0.receipt(id: wanted.id) }?.document == wanted)
    }

    @Test func textThatTheJournalDoesNotHaveIsStored() throws {
        let wanted = receipt("rcp-1")
        try storage.write {
            try $0.append(kind: "payment.text", payment: payment, encoding: Fact(lines: lines.dropLast()))
            try $0.append(kind: "payment.text", payment: PaymentID(rawValue: "pay-2"), encoding: Fact(lines: lines))
            try $0.insert(wanted, createdAt: Sample.time)
        }
        #expect(try stored("rcp-1").contains("Zeile 12"))
        #expect(try storage.read { try $0.receipt(id: wanted.id) }?.document == wanted)
    }

    @Test(arguments: ["9:0:10", "1:0:99999", "1:-1:9", "1:3:-1", "1:9223372036854775807:9", "x", "1:0", "1:0:5"])
    func aReferenceThatLeadsNowhereIsDamage(reference: String) throws {
        try storage.write {
            try $0.append(kind: "payment.text", payment: payment, encoding: Fact(lines: lines))
            try $0.insert(receipt("rcp-1"), createdAt: Sample.time)
        }
        let document = try stored("rcp-1").replacing(/"@[0-9:]+"/, with: "\"@\(reference)\"")
        try storage.database.write {
            try $0.execute(sql: "UPDATE receipts SET document = ?", arguments: [document])
        }
        let error = #expect(throws: StorageError.self) { try storage.read { try $0.receipts(limit: 9) } }
        #expect(
            error?.failure.sentence.contains("row 1 of the table receipts does not hold") == true,
            "\(String(describing: error))")
    }

    @Test func aReferenceBeyondTheEndOfItsEntryIsToldAsSuch() throws {
        try storage.write {
            try $0.append(kind: "payment.text", payment: payment, encoding: Fact(lines: lines))
            try $0.insert(receipt("rcp-1"), createdAt: Sample.time)
        }
        let bytes = try #require(try storage.read { try $0.journalEntries(payment: payment) }.first).payload.count
        let document = try stored("rcp-1").replacing(/"@[0-9:]+"/, with: "\"@1:1:\(bytes)\"")
        try storage.database.write {
            try $0.execute(sql: "UPDATE receipts SET document = ?", arguments: [document])
        }
        let error = #expect(throws: StorageError.self) { try storage.read { try $0.receipts(limit: 9) } }
        #expect(error?.failure.sentence.contains("a reference to text that the journal has") == true)
    }

    /// The goods, taxes and shop of both copies are the same.
    @Test func theSecondCopyRefersToTheFirst() throws {
        let wanted = [receipt("rcp-1"), receipt("rcp-2", .merchant)]
        try storage.write { for document in wanted { try $0.insert(document, createdAt: Sample.time) } }
        #expect(try stored("rcp-1").hasPrefix("{") && stored("rcp-2").hasPrefix("=rcp-1:"))
        #expect(try stored("rcp-2").utf8.count < stored("rcp-1").utf8.count - 400)
        #expect(try storage.read { try $0.receipts(payment: payment) }.map(\.document) == wanted)
        // A third receipt, made after both were withdrawn, is stored whole.
        let third = receipt("rcp-3", .merchant)
        try storage.write {
            try $0.withdraw(receipt: wanted[0].id, at: Sample.time)
            try $0.withdraw(receipt: wanted[1].id, at: Sample.time)
            try $0.insert(third, createdAt: Sample.time)
        }
        #expect(try stored("rcp-3").hasPrefix("{"))
        #expect(try storage.read { try $0.receipt(id: third.id) }?.document == third)
        #expect(try storage.read { try $0.withdrawnReceipts(payment: payment) }.map(\.document) == wanted)
    }

    @Test(arguments: [
        "rcp-1:999999", "rcp-9:300", "rcp-2:300", "rcp-1:-1", "rcp-1:x", "rcp-1", "", ":", "::", "rcp-1:9,9",
        "rcp-1:9,9,9,",
        "rcp-1:9,9,9,-1", "rcp-1:9,9,99999,9", "rcp-1:9,99999,9,9", "rcp-1:9,9,9,9223372036854775807",
        "rcp-1:9,9223372036854775807,9223372036854775807,9",
    ])
    func aReferenceToNoCopyIsDamage(reference: String) throws {
        let wanted = [receipt("rcp-1"), receipt("rcp-2", .merchant)]
        try storage.write { for document in wanted { try $0.insert(document, createdAt: Sample.time) } }
        let document = try stored("rcp-2").replacing(/^=rcp-1:[0-9,]+/, with: "=\(reference)")
        try storage.database.write {
            try $0.execute(sql: "UPDATE receipts SET document = ? WHERE id = 'rcp-2'", arguments: [document])
        }
        let error = #expect(throws: StorageError.self) { try storage.read { try $0.receipts(limit: 9) } }
        #expect(
            error?.failure.sentence.contains("row 2 of the table receipts does not hold") == true,
            "\(String(describing: error))")
        #expect(try storage.read { try $0.receipt(id: wanted[0].id) }?.document == wanted[0])
    }

    @Test func theProofOfAPaymentIsStoredInItsOutcomeAlone() throws {
        var result = TransactionResult(resultCode: 0)
        (result.receiptNumber, result.trace) = (17, 18)
        var record = Sample.payment(stage: .settled, outcome: .approved(result))
        for told in [result, nil, TransactionResult(resultCode: 5)] {
            let storage = try StorageManager.inMemory()
            record.result = told
            try storage.write { try $0.insert(record) }
            #expect(try storage.read { try $0.payment(id: payment) } == record)
            let column = try storage.database.read { try String.fetchOne($0, sql: "SELECT result FROM payments") }
            #expect((column?.count ?? 0) < 2 || told != result)
        }
    }

    @Test func anApprovedPaymentIsFoundByTheTerminalsNumbers() throws {
        var result = TransactionResult(resultCode: 0)
        (result.receiptNumber, result.trace) = (17, 18)
        let record = Sample.payment("pay-7", order: nil, terminal: "b", stage: .settled, outcome: .approved(result))
        try storage.write { try $0.insert(record) }
        func found(_ receipt: Int, _ trace: Int, _ limit: Int) throws -> [String] {
            try storage.read {
                try $0.approvedPayments(told: TransactionNumbers(receipt: receipt, trace: trace), amongNewest: limit)
            }.map(\.id.rawValue)
        }
        #expect(try found(17, 18, 1) == ["pay-7"])
        #expect(try found(17, 17, 9) == [] && found(18, 18, 9) == [] && found(17, 18, 0) == [])
    }
}
