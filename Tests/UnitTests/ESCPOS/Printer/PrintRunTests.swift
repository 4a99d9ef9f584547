import Flow
import Hardware
import Model
import Testing

@testable import ESCPOS

/// One print run with its clock, for tests of how a job deals with obstacles.
private struct Bench {
    static let code: [UInt8] = [0x21, 0x22, 0x23, 0x24]
    static let patience = Duration.seconds(60)

    var run: PrintRun
    var now = Uptime(nanoseconds: 0)
    private(set) var written: [UInt8] = []
    private(set) var told: [PrintProgress] = []
    private(set) var ending: PrintRun.Ending?

    /// - Parameter lines: the number of lines, each of 41 bytes.
    init(
        lines: Int = 1, picture: [UInt8] = [], tellsWhenPrinted: Bool = true, tellsChanges: Bool = false,
        answersInOrder: Bool = true,
        patience: Duration = patience
    ) {
        let line = [UInt8](repeating: 0x41, count: 40) + [0x0A]
        var round = StatusRound()
        while round.nextQuestion() != nil { round.take(0x12) }
        run = PrintRun(
            PrintData(commandsIn: (0..<lines).flatMap { _ in line } + picture), round, patience: patience,
            capabilities: PrinterCapabilities(
                tellsWhenPrinted: tellsWhenPrinted, tellsChanges: tellsChanges, answersInOrder: answersInOrder,
                bytesPerSecond: 100_000),
            processCode: Self.code)
        take(run.begin(at: now))
    }

    private mutating func take(_ steps: [PrintRun.Step]) {
        for step in steps {
            switch step {
            case .write(let bytes): written += bytes
            case .tell(let progress): told.append(progress)
            case .end(let end): ending = ending ?? end
            }
        }
    }

    mutating func answer(_ bytes: UInt8...) {
        for byte in bytes { take(run.answered(byte, at: now)) }
    }

    /// Goes off line with this answer about what was written so far, and then answers every question about its state
    /// with these parts.
    mutating func stop(_ parts: [UInt8]) {
        for _ in 0..<written.count(where: { $0 == 0x10 }) { answer(0x1A) }
        for byte in parts { answer(byte) }
    }

    mutating func say(automatic bytes: UInt8...) { take(run.noticed(PrinterStatus(automatic: bytes), at: now)) }
    mutating func flow(resume: Bool) { take(run.heard(resume: resume, at: now)) }
    mutating func fence() { take(run.heard(block: [0x37, 0x22] + Self.code)) }
    mutating func plain(_ byte: UInt8) { take(run.heard(plain: byte, at: now)) }

    mutating func wait() {
        guard let deadline = run.deadline else { return }
        now = max(now, deadline)
        take(run.deadlineReached(at: now))
    }

    /// Lets this much time pass and answers every question with these bytes, part by part.
    mutating func pass(_ span: Duration, answering bytes: [UInt8]) {
        let end = now + span
        while ending == nil, let deadline = run.deadline, deadline <= end {
            let before = written.count
            wait()
            if written.count > before { for byte in bytes { take(run.answered(byte, at: now)) } }
        }
        now = max(now, end)
    }

    var lines: Int { written.count { $0 == 0x0A } }
    var waitsFor: [String] {
        told.map { progress in
            switch progress {
            case .goesOn: "goes on"
            case .waits(let why, _): why.code
            }
        }
    }
}

@Suite struct PrintRunTests {
    private static let noPaper: [UInt8] = [0x1A, 0x32, 0x7E]
    private static let fine: [UInt8] = [0x12, 0x12, 0x12]

    @Test func aJobThatMeetsTheEndOfThePaperGoesOnWhereItWas() {
        var bench = Bench(lines: 300)
        let before = bench.lines
        bench.stop(Self.noPaper)
        bench.pass(.seconds(40), answering: Self.noPaper)
        #expect(bench.lines == before && bench.ending == nil)
        #expect(bench.waitsFor == ["printer.paperOut"])
        bench.pass(.seconds(1), answering: Self.fine)
        #expect(bench.waitsFor == ["printer.paperOut", "goes on"])
        for _ in 0..<40 { bench.answer(0x12) }
        bench.fence()
        #expect(bench.lines == 300)
        #expect(bench.ending == .confirmed)
    }

    @Test func whenPatienceIsOverNobodyKnows() {
        var bench = Bench()
        bench.stop(Self.noPaper)
        bench.pass(.seconds(90), answering: Self.noPaper)
        #expect(bench.ending == .unknown(.paperOut))
        #expect(bench.now - Uptime(nanoseconds: 0) >= Bench.patience)
    }

    @Test func withoutPatienceTheFirstObstacleEndsIt() {
        var bench = Bench(patience: .zero)
        bench.answer(0x1A, 0x1A, 0x16, 0x12)
        #expect(bench.ending == .unknown(.coverOpen))
        #expect(bench.told.isEmpty)
    }

    @Test func eachObstacleOnTheWayIsTold() {
        var bench = Bench()
        bench.stop(Self.noPaper)
        bench.pass(.seconds(5), answering: [0x1A, 0x16, 0x12])
        bench.pass(.seconds(5), answering: Self.fine)
        #expect(bench.waitsFor == ["printer.paperOut", "printer.coverOpen", "goes on"])
    }

    @Test func whatThePrinterSaysByItselfStopsAndReleasesIt() {
        var bench = Bench(lines: 300, tellsChanges: true)
        bench.say(automatic: 0x1C, 0x00, 0x0F, 0x0F)
        let before = bench.lines
        bench.answer(0x1A)
        #expect(bench.lines == before)
        bench.say(automatic: 0x14, 0x00, 0x00, 0x0F)
        #expect(bench.waitsFor == ["printer.paperOut", "goes on"])
        #expect(bench.run.deadline != nil)
    }

    private static let goOn: [UInt8] = [0x10, 0x05, 1]

    @Test func aJammedPrinterIsToldToGoOnOnceSomebodyHasHadItOpen() {
        var bench = Bench(lines: 300, tellsChanges: true)
        bench.say(automatic: 0x1C, 0x08, 0x00, 0x0F)
        bench.say(automatic: 0x3C, 0x08, 0x00, 0x0F)
        #expect(!bench.written.contains(Self.goOn))
        bench.say(automatic: 0x1C, 0x08, 0x00, 0x0F)
        #expect(bench.written.suffix(3) == Self.goOn)
        let before = bench.lines
        bench.say(automatic: 0x14, 0x00, 0x00, 0x0F)
        #expect(bench.waitsFor == ["printer.jammed", "printer.coverOpen", "printer.jammed", "goes on"])
        #expect(bench.lines == before)
    }

    /// The cutter does not move until someone has opened the cover, because a hand could be inside.
    @Test func aJammedPrinterThatNobodyHasOpenedIsLeftAlone() {
        var bench = Bench(tellsChanges: true)
        bench.stop([0x1A, 0x52, 0x1A, 0x12])
        bench.pass(.seconds(90), answering: [0x1A, 0x52, 0x1A, 0x12])
        #expect(bench.ending == .unknown(.jammed))
        #expect(!bench.written.contains(Self.goOn))
    }

    @Test func aPrinterThatJamsAgainIsToldOnceForEachTime() {
        var bench = Bench(tellsChanges: true)
        for _ in 0..<2 {
            bench.say(automatic: 0x3C, 0x08, 0x00, 0x0F)
            for _ in 0..<3 { bench.say(automatic: 0x1C, 0x08, 0x00, 0x0F) }
        }
        #expect(bench.written.ranges(of: Self.goOn).count == 2)
    }

    /// A full printer that holds the line cannot read a question, so its silence proves nothing.
    @Test func silenceIsWaitedFor() {
        var bench = Bench(lines: 300)
        bench.wait()
        #expect(bench.waitsFor == ["printer.noAnswer"])
        for _ in 0..<40 { bench.answer(0x12) }
        bench.fence()
        #expect(bench.waitsFor == ["printer.noAnswer", "goes on"])
        #expect(bench.ending == .confirmed)
    }

    /// The printer is asked again while it is silent, and answers all questions in the end.
    @Test func whatWasAskedAgainIsAnsweredBeforeItGoesOn() {
        var bench = Bench(lines: 300)
        bench.pass(.seconds(40), answering: [])
        let (owed, before) = (bench.written.count { $0 == 0x10 }, bench.lines)
        #expect(owed > 6)
        for _ in 1..<owed { bench.answer(0x12) }
        #expect(bench.lines == before)
        bench.answer(0x12)
        #expect(bench.lines > before && bench.waitsFor == ["printer.noAnswer", "goes on"])
        for _ in 0..<40 { bench.answer(0x12) }
        bench.fence()
        #expect(bench.ending == .confirmed)
    }

    /// Either the printer was switched off and on, or a byte was lost. It answers each new question and always owes the
    /// same number of answers.
    @Test(arguments: [0, 1, 2]) func anAnswerThatNeverComesLeavesItUnknownLongBeforePatienceIsOver(_ answers: Int) {
        var bench = Bench(lines: 300)
        for _ in 0..<answers { bench.answer(0x12) }
        let before = bench.lines
        bench.pass(.seconds(45), answering: [0x12])
        #expect(bench.ending == .unknown(.restarted))
        #expect(bench.lines == before)
    }

    @Test(arguments: [true, false]) func theFenceCountsOnceNothingIsOwed(_ hasAll: Bool) {
        var bench = Bench()
        bench.wait()
        bench.wait()
        bench.answer(0x12)
        bench.fence()
        #expect(bench.ending == nil)
        if hasAll { bench.answer(0x12) } else { bench.pass(.seconds(45), answering: [0x12]) }
        // Every question but one was answered.
        #expect(bench.ending == (hasAll ? .confirmed : .unknown(.restarted)))
    }

    // MARK: What is under way

    @Test func aPictureLongerThanTheBufferIsSentWhenNothingElseIsOnItsWay() {
        let picture = [0x1D, 0x76, 0x30, 0, 72, 0, 100, 0] + [UInt8](repeating: 0, count: 7_200)
        var bench = Bench(lines: 30, picture: picture)
        #expect(bench.lines == 30 && bench.written.firstRange(of: picture) == nil)
        bench.answer(0x12)
        #expect(bench.written.firstRange(of: picture) == nil)
        bench.answer(0x12)
        #expect(bench.written.firstRange(of: picture) != nil)
    }

    @Test func xoffHoldsWhatIsNotWrittenAndXonLetsItGoOn() {
        var bench = Bench(lines: 300)
        let before = bench.lines
        bench.flow(resume: false)
        for _ in 0..<4 { bench.answer(0x12) }
        #expect(bench.lines == before)
        bench.flow(resume: true)
        #expect(bench.lines > before && bench.told.isEmpty)
        for _ in 0..<40 { bench.answer(0x12) }
        bench.fence()
        #expect(bench.ending == .confirmed)
    }

    /// The XON byte was lost.
    @Test func aPrinterThatIsOnLineAndHasTakenEverythingNeedsNoXon() {
        var bench = Bench(lines: 300)
        let before = bench.lines
        bench.flow(resume: false)
        for _ in 0..<4 { bench.answer(0x12) }
        bench.pass(PrintRun.busyLimit - .seconds(1), answering: Self.fine)
        #expect(bench.lines == before)
        bench.pass(.seconds(2), answering: Self.fine)
        #expect(bench.lines > before)
    }

    @Test func xoffIsWaitedForLikeMissingPaper() {
        var bench = Bench(lines: 300)
        bench.flow(resume: false)
        for _ in 0..<4 { bench.answer(0x12) }
        bench.pass(.seconds(90), answering: [])
        #expect(bench.waitsFor == ["printer.noAnswer"])
        #expect(bench.ending == .unknown(.noAnswer))
    }

    @Test func aPrinterThatIsFullHasNotPrintedItsEnd() {
        var bench = Bench(tellsWhenPrinted: false, answersInOrder: false)
        bench.flow(resume: false)
        bench.answer(0x12)
        bench.pass(PrintRun.unprovenLimit + .seconds(1), answering: Self.fine)
        #expect(bench.ending == nil)
        bench.flow(resume: true)
        bench.pass(PrintRun.unprovenLimit + .seconds(1), answering: Self.fine)
        #expect(bench.ending == .probably)
    }

    /// What a printer reports unasked proves nothing.
    @Test func aPrinterThatWasSentNoFenceAnswersNone() {
        var bench = Bench(tellsWhenPrinted: false, answersInOrder: false)
        bench.answer(0x12)
        bench.plain(0x00)
        #expect(bench.ending == nil)
    }

    @Test func silenceForTooLongLeavesItUnknown() {
        var bench = Bench()
        bench.pass(.seconds(90), answering: [])
        #expect(bench.ending == .unknown(.noAnswer))
    }

    /// The printer was switched off and on between two chunks, so only the second half and the fence came out.
    @Test func aPrinterThatHasForgottenTheFirstHalfConfirmsNothing() {
        var bench = Bench(lines: 60)
        bench.answer(0x12)
        bench.fence()
        #expect(bench.ending == .unknown(.restarted))
    }

    @Test func anotherJobsFenceIsNotOurs() {
        var bench = Bench()
        bench.answer(0x12)
        _ = bench.run.heard(block: [0x37, 0x22, 0x7E, 0x7E, 0x7E, 0x7E])
        #expect(bench.ending == nil)
    }

    /// An answer to `GS r` that tells of missing paper says nothing about the data before it.
    @Test func anAnswerWithoutPaperIsAskedForAgainWhenThereIsSome() {
        var bench = Bench(tellsWhenPrinted: false)
        bench.answer(0x12)
        bench.plain(0x0C)
        #expect(bench.waitsFor == ["printer.paperOut"])
        let fences = { (bytes: [UInt8]) in bytes.indices.count { bytes[$0...].starts(with: [0x1D, 0x72, 1]) } }
        #expect(fences(bench.written) == 1)
        bench.pass(.seconds(2), answering: Self.fine)
        #expect(fences(bench.written) == 2)
        bench.plain(0x00)
        #expect(bench.ending == .probably)
    }

    /// `GS r` reports for ever that there is no paper, while `DLE EOT` reports paper.
    @Test func aPrinterThatContradictsItselfIsNotWaitedForWithoutEnd() {
        var bench = Bench(tellsWhenPrinted: false)
        bench.answer(0x12)
        for _ in 0..<100 where bench.ending == nil {
            bench.plain(0x0C)
            bench.pass(.seconds(1), answering: Self.fine)
        }
        #expect(bench.ending == .unknown(.paperOut))
        #expect(bench.now - Uptime(nanoseconds: 0) <= Bench.patience + .seconds(2))
    }

    /// This printer would print `GS r` as text.
    @Test func aPrinterThatLeavesTheFenceUnansweredIsSentNoneAndWaitedForBriefly() {
        var bench = Bench(tellsWhenPrinted: false, answersInOrder: false)
        #expect(!bench.written.contains(0x1D))
        bench.answer(0x12)
        bench.pass(PrintRun.unprovenLimit - .seconds(1), answering: Self.fine)
        #expect(bench.ending == nil)
        bench.pass(.seconds(2), answering: Self.fine)
        #expect(bench.ending == .probably)
        #expect(!bench.written.contains(0x1D))
    }

    @Test func paperThatEndsBehindTheLastByteIsSeenWithoutAFence() {
        var bench = Bench(tellsWhenPrinted: false, answersInOrder: false)
        bench.answer(0x12)
        bench.pass(.seconds(2), answering: Self.noPaper)
        #expect(bench.waitsFor == ["printer.paperOut"])
        bench.pass(PrintRun.unprovenLimit + .seconds(2), answering: Self.fine)
        #expect(bench.ending == .probably)
    }

    @Test func thePaperThatIsNearlyOutIsTold() {
        var bench = Bench()
        bench.answer(0x12)
        bench.pass(.seconds(2), answering: [0x12, 0x12, 0x1E])
        #expect(bench.told.map(\.status.paper) == [.nearEnd])
        bench.fence()
        #expect(bench.ending == .confirmed)
    }
}
