import Foundation
import GRDB
import Model
import Testing

@testable import Storage

/// What is wrong with damaged data is told in the operator's language; the reason is a sentence of the catalogue.
@Suite struct DamageWordsTests {
    private static let head = JournalHead(sequence: 3, hash: Data([1]))

    private static let errors: [StorageError] = [
        StorageError(DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))),
        StorageError(DatabaseError(resultCode: .SQLITE_CORRUPT)),
        StorageError(DatabaseError(resultCode: .SQLITE_CANTOPEN)),
        StorageError(DatabaseError(resultCode: .SQLITE_IOERR)),
        StoredRow(table: "payments", row: Row(), columns: []).foreign("stage", Sentence("detail.value.word")),
        .olderJournal(reason: Sentence("detail.journal.endsEarly", ["last": 4, "known": 5])),
        .corrupt(reason: Sentence("detail.directory.onlyLog", ["file": "till.sqlite"])),
        .cannotOpen(path: "/data", reason: Sentence("detail.directory.othersWrite", ["path": "/data"])),
    ]

    @Test(arguments: errors)
    func aStorageErrorIsToldInEveryLanguage(_ error: StorageError) {
        let told = OperatorLanguage.allCases.map { error.failure.said.text(in: $0) }
        #expect(Set(told).count == told.count, "\(told)")
        // Beyond the sentence, its reason is in the language too.
        guard case .sentence(let reason)? = error.failure.said.arguments["reason"] else { return }
        #expect(Set(OperatorLanguage.allCases.map { reason.text(in: $0) }).count == told.count, "\(reason)")
    }

    @Test func whereTheChainBreaksIsToldInEveryLanguage() {
        var chain = JournalChain()
        let row = RawJournalRow(
            sequence: 2, at: 0, payment: nil, kind: Data(), payload: Data(), previousHash: Data(), hash: Data(),
            isTyped: true)
        let verdicts = [chain.admit(row), chain.verdict(head: nil), chain.verdict(head: Self.head)]
        for verdict in verdicts {
            guard case .broken(_, let why, _)? = verdict else {
                Issue.record("\(String(describing: verdict))")
                continue
            }
            #expect(Set(OperatorLanguage.allCases.map { why.text(in: $0) }).count == OperatorLanguage.allCases.count)
        }
    }
}
