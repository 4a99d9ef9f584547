import Failures
import Flow
import Foundation
import GRDB
import Model
import Testing

@testable import Storage

/// The end of a print is stored as a key and its arguments, and told in the language of whoever reads it.
@Suite struct PrintWordsTests {
    private let place = try? TemporaryDirectory()
    private let receipt = ReceiptID(rawValue: "rcp-1")

    /// A print that ended so, as the database keeps it.
    private func stored(_ failure: Failure, tampering sql: String? = nil) throws -> (job: PrintJob, column: String) {
        let place = try #require(place)
        let storage = try place.open()
        try storage.write {
            try $0.insert(Sample.payment())
            try $0.insert(Sample.receipt(), createdAt: Sample.time)
            let job = try $0.enqueuePrint(receipt: receipt, printer: "p", at: Sample.time)
            _ = try $0.claimPrint(id: job.id, at: Sample.later)
            try $0.finishPrint(id: job.id, as: .unknown(failure), at: Sample.later)
        }
        try storage.close()
        if let sql { try place.tamper(sql) }
        let again = try place.open()
        let job = try #require(try again.read { try $0.printJobs(receipt: receipt) }.first)
        try again.close()
        let queue = try DatabaseQueue(path: place.file)
        let column = try queue.read { try String.fetchOne($0, sql: "SELECT failure_sentence FROM print_jobs") }
        try queue.close()
        return (job, try #require(column))
    }

    @Test func itIsAKeyWithItsArguments() throws {
        let failure = Failure(
            PrinterFailure.permission, Sentence("failure.printer.permission", ["path": "/dev/lp0"]),
            recovery: .askOperator)
        let (job, column) = try stored(failure)
        #expect(column == #"{"arguments":{"path":"/dev/lp0"},"code":"failure.printer.permission"}"#)
        let words = OperatorLanguage.allCases.compactMap { job.failureSentence?.text(in: $0) }
        #expect(Set(words).count == OperatorLanguage.allCases.count && words.allSatisfy { $0.contains("/dev/lp0") })
        #expect(job.failureSentence?.description == failure.sentence)
    }

    /// A row of a data directory of 0.1.0, whose column held the English text alone.
    @Test(arguments: ["The printer is off.", "{\"code\": 7}", "{", ""])
    func aRowOfAnOlderReleaseIsShownAsItIsStored(text: String) throws {
        let quoted = text.replacing("'", with: "''")
        let (job, column) = try stored(
            Failure(PrinterFailure.offline, "The printer is off.", recovery: .askOperator),
            tampering: "UPDATE print_jobs SET failure_sentence = '\(quoted)'")
        #expect(column == text)
        for language in OperatorLanguage.allCases { #expect(job.failureSentence?.text(in: language) == text) }
    }

    @Test func aRowOfAnOlderReleaseIsToldInTheLanguageWhereTodaysCatalogueSaysTheSame() throws {
        let text = "Till was stopped while this was printed; nobody knows how much of it came out."
        let (job, column) = try stored(
            Failure(PrintJob.cutOff, text, recovery: .askOperator),
            tampering: "UPDATE print_jobs SET failure_sentence = '\(text)'")
        #expect(column == text && job.isCutOff && job.failureSentence?.text(in: .en) == text)
        #expect(
            job.failureSentence?.text(in: .de)
                == "Till wurde beendet, während dies gedruckt wurde; niemand weiß, wie viel davon herauskam.")
    }
}
