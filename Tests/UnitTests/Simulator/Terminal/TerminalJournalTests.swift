import Flow
import Foundation
import Testing

@testable import Simulator

@Suite struct TerminalJournalTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private var path: String { scratch.file(TerminalJournalFile.name) }

    @Test func whatWasAppendedIsThereAtTheNextStart() throws {
        try write(TerminalBench.journalOfAReversal())
        #expect(try TerminalJournal(contentsOf: path).entries == TerminalBench.journalOfAReversal())
        #expect(try TerminalJournalFile(in: scratch.path).journal.charges.count == 1)
    }

    @Test func aTornLastLineIsPassedOverAndCutOff() throws {
        try write(TerminalBench.journalOfAReversal())
        try append(#"{"amount_minor":99,"event":"boo"#)
        #expect(try TerminalJournal(contentsOf: path).entries.count == 3)
        let entry = try #require(TerminalBench.journalOfAReversal().last)
        try TerminalJournalFile(in: scratch.path).append(entry.numbered(4))
        #expect(try TerminalJournal(contentsOf: path).entries.count == 4)
    }

    @Test func anyOtherLineThatIsNoEntryIsAnErrorAndNotPassedOver() throws {
        try write(TerminalBench.journalOfAReversal())
        try append("rubbish\n")
        #expect(throws: Failure.self) { try TerminalJournal(contentsOf: path) }
        #expect(throws: Failure.self) { try TerminalJournalFile(in: scratch.path) }
    }

    @Test func aMissingEntryIsNoticed() throws {
        let entry = try #require(TerminalBench.journalOfAReversal().last)
        try write([entry.numbered(2)])
        #expect(throws: Failure.self) { try TerminalJournal(contentsOf: path) }
    }

    @Test func aJournalBelongsToOneSimulatorAtATime() throws {
        let first = try TerminalJournalFile(in: scratch.path)
        #expect(throws: Failure.self) { try TerminalJournalFile(in: scratch.path) }
        withExtendedLifetime(first) {}
    }

    @Test func aJournalThatDoesNotExistYetIsEmpty() throws {
        #expect(try TerminalJournal(contentsOf: scratch.file("nothing")).entries.isEmpty)
    }

    @Test func theNetIsWhatWasBookedAndNotTakenBack() {
        var bench = TerminalBench.registered(TerminalScenario(), journal: TerminalBench.journalOfAReversal())
        bench.converse(TerminalBench.pay1250)
        #expect(bench.oracle.requests.count == 2)
        #expect(bench.oracle.charges.count == 2)
        #expect(bench.oracle.reversals.count == 1)
        #expect(bench.oracle.standingCharges.count == 1)
        #expect(bench.oracle.netCharged() == 1250)
        #expect(bench.oracle.netCharged(in: "CHF") == 0)
    }

    private func write(_ entries: [TerminalJournal.Entry]) throws {
        let file = try TerminalJournalFile(in: scratch.path)
        for entry in entries { try file.append(entry) }
    }

    private func append(_ text: String) throws {
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
    }
}

extension TerminalJournal.Entry {
    fileprivate func numbered(_ number: Int) -> TerminalJournal.Entry {
        var entry = self
        entry.number = number
        return entry
    }
}
