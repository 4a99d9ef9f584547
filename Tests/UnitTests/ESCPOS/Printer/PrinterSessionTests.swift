import Flow
import Hardware
import Model
import Receipts
import Testing

@testable import ESCPOS

/// A printer session and its clock. Tests give the printer's answers as bytes.
private struct Bench {
    var session: PrinterSession
    var now = Uptime(nanoseconds: 0)

    init(tellsWhenPrinted: Bool = false, tellsChanges: Bool = false) {
        session = PrinterSession(
            PrinterCapabilities(
                tellsWhenPrinted: tellsWhenPrinted, tellsChanges: tellsChanges, bytesPerSecond: 1_000),
            firstProcessID: 41)
    }

    mutating func begin(_ number: Int, _ request: PrinterSession.Request) -> [PrinterSession.Step] {
        session.begin(number, request, at: now)
    }

    mutating func hear(_ bytes: UInt8...) -> [PrinterSession.Step] { session.received(bytes, at: now) }

    /// Lets time pass until the deadline.
    mutating func wait() -> [PrinterSession.Step] {
        guard let deadline = session.deadline else { return [] }
        now = deadline
        return session.deadlineReached(at: now)
    }

    /// Runs a job until its last byte is written and accepted, and returns what was written.
    mutating func writeJob(_ bytes: [UInt8] = [0x41, 0x0A], patience: Duration = .zero) -> [PrinterSession.Step] {
        _ = begin(1, .print(PrintData(commandsIn: bytes), patience: patience))
        let written = [0x12, 0x12, 0x12].reduce([]) { _, byte in hear(byte) }
        _ = hear(0x12)
        return written
    }

    /// Makes the session ask for the state, gives these answers, and returns the steps after the last one.
    mutating func look(_ answers: UInt8...) -> [PrinterSession.Step] {
        _ = wait()
        return answers.reduce([]) { _, byte in hear(byte) }
    }
}

private func question(_ n: UInt8) -> PrinterSession.Step { .write([0x10, 0x04, n]) }

@Suite struct PrinterSessionTests {
    /// On a slow line a print may end before the answer to the last question about the state arrives. If that answer
    /// counted for the next print, it would replace an answer that was lost.
    @Test func anAnswerOwedToAPrintIsNoneToTheNext() {
        var bench = Bench(tellsWhenPrinted: true)
        _ = bench.writeJob()
        #expect(bench.wait() == [question(1)])
        #expect(bench.hear(0x37, 0x22, 0x4B, 0x21, 0x21, 0x21, 0x00) == [.printed(1, .confirmed)])
        #expect(bench.begin(2, .print([0x42], patience: .zero)) == [question(1)])
        #expect(bench.hear(0x12) == [])
        #expect(bench.hear(0x12) == [question(2)])
    }

    /// Some letters of these texts look like answers to `DLE EOT`, and some of those say that there is no paper.
    @Test(arguments: [
        "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n", "SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n",
    ])
    func whatTalksOtherwiseIsNoPrinter(_ said: String) {
        for isWhole in [true, false] {
            var bench = Bench()
            #expect(bench.begin(1, .print([0x41], patience: .zero)) == [question(1)])
            let parts = isWhole ? [Array(said.utf8)] : said.utf8.map { [$0] }
            let steps = parts.flatMap { bench.session.received($0, at: bench.now) }
            #expect(steps.last == .printed(1, .failed(PrinterError.notAPrinter.failure)))
            #expect(!steps.contains(.write([0x41])))
            // The following state is asked for anew.
            #expect(bench.begin(2, .status()) == [question(1)])
            #expect(bench.hear(0x12) == [question(2)])
        }
    }

    /// Answers to a job that another process gave up, with automatic status among them.
    @Test func theEndOfAnEarlierJobIsNoStrangersTalk() {
        var bench = Bench()
        _ = bench.begin(1, .status())
        let late = [UInt8](repeating: 0x12, count: 3) + [0x37, 0x22, 0x41, 0x41, 0x41, 0x41, 0] + [0x14, 0, 0, 0x0F]
        let steps = bench.session.received(late, at: bench.now)
        #expect(steps.last == .status(1, PrinterStatus(online: true, paper: .ok, cover: .closed)))
    }

    /// The recovery takes three seconds at a thousand bytes a second, and the printer has that time to answer.
    @Test(arguments: [[], [0x12, 0x12, 0x12]] as [[UInt8]])
    func whatBringsAPrinterBackComesBehindALookAtIt(_ said: [UInt8]) {
        var bench = Bench()
        let recovery = [UInt8](repeating: 0, count: 3_000)
        #expect(bench.begin(1, .status(after: recovery)) == [question(1)])
        let steps = said.isEmpty ? bench.wait() : said.reduce([]) { _, byte in bench.hear(byte) }
        #expect(steps == [.write(recovery + [0x10, 0x04, 1])])
        #expect(bench.session.deadline == bench.now + .seconds(3) + PrintRun.busyLimit + PrinterSession.answerLimit)
        #expect(bench.hear(0x12) == [question(2)])
        #expect(bench.hear(0x12) == [question(4)])
    }

    /// The bytes would fill the printer's buffer, and it would read nothing more.
    @Test func aPrinterThatStandsStillIsNotBroughtBackYet() {
        var bench = Bench()
        _ = bench.begin(1, .status(after: [0, 0, 0]))
        let steps = [0x1A, 0x52, 0x12].reduce([]) { _, byte in bench.hear(byte) }
        #expect(steps == [.status(1, PrinterStatus(online: false, paper: .ok, cover: .closed, fault: .other))])
    }

    @Test func aJobRightBehindALookAtThePrinterBeginsAtOnce() {
        var bench = Bench()
        _ = bench.begin(1, .status())
        for byte: UInt8 in [0x12, 0x12, 0x12] { _ = bench.hear(byte) }
        bench.now = bench.now + PrinterSession.freshness
        #expect(bench.begin(2, .print([0x41, 0x0A])) == [.write([0x41, 0x0A, 0x10, 0x04, 1, 0x1D, 0x72, 1])])
    }

    @Test func aLookAtAPrinterWithoutPaperHoldsForTheJobBehindIt() {
        var bench = Bench()
        _ = bench.begin(1, .status())
        for byte: UInt8 in [0x12, 0x12, 0x72] { _ = bench.hear(byte) }
        #expect(bench.begin(2, .print([0x41])) == [.printed(2, .failed(PrinterError.paperOut.failure))])
    }

    @Test(arguments: [false, true]) func aLookThatIsOldOrOverthrownIsTakenAnew(_ isTold: Bool) {
        var bench = Bench()
        _ = bench.begin(1, .status())
        for byte: UInt8 in [0x12, 0x12, 0x12] { _ = bench.hear(byte) }
        if isTold {
            _ = bench.session.received([0x14, 0, 0x0C, 0], at: bench.now)
        } else {
            bench.now = bench.now + PrinterSession.freshness + .nanoseconds(1)
        }
        #expect(bench.begin(2, .print([0x41])) == [question(1)])
    }

    @Test func aStatusIsThreeQuestionsOneAfterTheOther() {
        var bench = Bench()
        #expect(bench.begin(1, .status()) == [question(1)])
        #expect(bench.hear(0x12) == [question(2)])
        #expect(bench.hear(0x12) == [question(4)])
        #expect(
            bench.hear(0x1E) == [.status(1, PrinterStatus(online: true, paper: .nearEnd, cover: .closed))]
        )
        #expect(bench.session.deadline == nil)
    }

    @Test func aJobIsTakenBackWithTheLineUntilItHasItsEnd() {
        var bench = Bench()
        _ = bench.begin(1, .status())
        #expect(bench.session.isSettled)
        _ = bench.wait()
        _ = bench.writeJob()
        #expect(!bench.session.isSettled)
        #expect(bench.hear(0x00) == [.printed(1, .probably)])
        #expect(bench.session.isSettled)
    }

    /// The next print bears a duplicate mark, so this one must not come out after it.
    @Test func escposPHP411_aJobThatWasGivenUpIsTakenBackWithTheLineUntilAnotherIsPrinted() {
        var bench = Bench()
        _ = bench.writeJob()
        #expect(bench.hear(0x38, 0x00, 0x00, 0x0F) == [.printed(1, .unknown(PrinterError.coverOpen.failure))])
        #expect(!bench.session.isSettled)
        _ = bench.writeJob()
        _ = bench.hear(0x00)
        #expect(bench.session.isSettled)
    }

    @Test func aPrinterThatNeverAnsweredHasAnUnknownStatus() {
        var bench = Bench()
        _ = bench.begin(1, .status())
        #expect(bench.wait() == [.status(1, PrinterStatus())])
    }

    @Test func aPrinterThatAnsweredBeforeIsMissed() {
        var bench = Bench()
        _ = bench.begin(1, .status())
        for _ in 0..<3 { _ = bench.hear(0x12) }
        _ = bench.begin(2, .status())
        #expect(bench.wait() == [.noStatus(2, .noAnswer)])
    }

    @Test func aPartOfTheStatusMayBeMissing() {
        var bench = Bench()
        _ = bench.begin(1, .status())
        _ = bench.hear(0x12)
        #expect(bench.wait() == [question(4)])
        #expect(bench.hear(0x12) == [.status(1, PrinterStatus(online: true, paper: .ok))])
    }

    @Test(
        arguments: [(0x1A, PrinterStatus.Fault.jammed), (0x32, .other), (0x52, .other)]
            as [(UInt8, PrinterStatus.Fault)])
    func aPrinterThatTellsIsAskedWhichFaultItHas(_ answer: UInt8, _ fault: PrinterStatus.Fault) {
        var bench = Bench(tellsChanges: true)
        _ = bench.begin(1, .status())
        #expect(bench.hear(0x1A) == [question(2)])
        #expect(bench.hear(0x52) == [question(3)])
        #expect(bench.hear(answer) == [question(4)])
        let status = PrinterStatus(online: false, paper: .ok, cover: .closed, fault: fault)
        #expect(bench.hear(0x12) == [.status(1, status)])
    }

    @Test(
        arguments: [
            ([0x1A, 0x32, 0x7E], "printer.paperOut"), ([0x1A, 0x16, 0x12], "printer.coverOpen"),
            ([0x1A, 0x12, 0x12], "printer.offline"), ([0x1A, 0x52, 0x12], "printer.fault"),
        ] as [([UInt8], String)])
    func whatStandsInTheWayFailsTheJobBeforeItsFirstByte(_ answers: [UInt8], _ code: String) {
        var bench = Bench()
        _ = bench.begin(1, .print([0x41, 0x0A]))
        let steps = answers.reduce([]) { _, byte in bench.hear(byte) }
        guard case .printed(1, .failed(let failure)) = steps.first, steps.count == 1 else {
            Issue.record("\(steps)")
            return
        }
        #expect(failure.code == code)
    }

    @Test func aJobEndsWithAFence() {
        var bench = Bench()
        #expect(bench.writeJob() == [.write([0x41, 0x0A, 0x10, 0x04, 1, 0x1D, 0x72, 1])])
        #expect(bench.hear(0x00) == [.printed(1, .probably)])
    }

    @Test func dantSu182_theProcessIDConfirms() {
        var bench = Bench(tellsWhenPrinted: true)
        guard case .write(let job) = bench.writeJob().first else {
            Issue.record("no fence")
            return
        }
        let fence = job.dropFirst(5)
        #expect(fence.prefix(7) == [0x1D, 0x28, 0x48, 6, 0, 0x30, 0x30])
        #expect(bench.session.received([0x37, 0x22, 0x7E, 0x7E, 0x7E, 0x7E, 0x00], at: bench.now) == [])
        let answer = [0x37, 0x22] + fence.suffix(4) + [0x00]
        #expect(bench.session.received(answer, at: bench.now) == [.printed(1, .confirmed)])
    }

    /// The printer always has something to print, and never more is under way than it can hold.
    @Test func pythonEscpos41_chunksGoOutAsFarAheadAsAPrinterHolds() {
        var bench = Bench()
        let line = [UInt8](repeating: 0x41, count: 40) + [0x0A]
        let job = Array(repeating: line, count: 300).flatMap { $0 }
        _ = bench.begin(1, .print(PrintData(commandsIn: job)))
        for _ in 0..<2 { _ = bench.hear(0x12) }
        var written: [UInt8] = []
        /// The bytes that the printer has not answered for, after each chunk.
        var ahead: [Int] = []
        var (most, least) = (0, Int.max)
        for _ in 0..<40 {
            for case .write(let bytes) in bench.hear(0x12) where bytes.count > 3 {
                written += bytes
                ahead += bytes.split(separator: 0x10).dropLast().map { $0.count + 3 }
            }
            most = max(most, ahead.reduce(0, +))
            if written.count(where: { $0 == 0x0A }) < 300 { least = min(least, ahead.reduce(0, +)) }
            if !ahead.isEmpty { ahead.removeFirst() }
        }
        #expect(most <= 4_096 && least >= 2_048, "\(most), \(least)")
        #expect(written.count { $0 == 0x0A } == 300)
    }

    @Test func escposNET295_paperThatEndsOnTheWayLeavesTheJobUnknown() {
        var bench = Bench()
        _ = bench.begin(1, .print([0x41, 0x0A]))
        for byte: UInt8 in [0x12, 0x12, 0x12, 0x1A, 0x1A, 0x32] { _ = bench.hear(byte) }
        #expect(bench.hear(0x7E) == [.printed(1, .unknown(PrinterError.paperOut.failure))])
    }

    @Test func automaticStatusEndsAJobToo() {
        var bench = Bench()
        _ = bench.writeJob()
        #expect(bench.hear(0x38, 0x00, 0x00, 0x0F) == [.printed(1, .unknown(PrinterError.coverOpen.failure))])
    }

    @Test func silenceInTheMiddleOfAJobLeavesItUnknown() {
        var bench = Bench()
        _ = bench.begin(1, .print([0x41, 0x0A]))
        for _ in 0..<3 { _ = bench.hear(0x12) }
        #expect(bench.wait() == [.printed(1, .unknown(PrinterError.noAnswer.failure))])
    }

    @Test func aPrinterWithoutAFenceIsBelievedAfterAWhile() {
        var bench = Bench()
        _ = bench.writeJob()
        var steps: [PrinterSession.Step] = []
        for _ in 0..<200 where !steps.contains(.printed(1, .probably)) {
            steps = bench.wait()
            while case .write = steps.last { steps = bench.hear(0x12) }
        }
        #expect(steps == [.printed(1, .probably)])
        #expect(bench.now - Uptime(nanoseconds: 0) >= PrintRun.unprovenLimit)
    }

    @Test func aPrinterThatShouldHaveToldAndDidNotIsDoubted() {
        var bench = Bench(tellsWhenPrinted: true)
        _ = bench.writeJob()
        var steps: [PrinterSession.Step] = []
        for _ in 0..<200 where steps.isEmpty || steps.last == question(1) {
            steps = bench.wait()
            while case .write = steps.last { steps = bench.hear(0x12) }
            if case .printed = steps.last { break }
        }
        #expect(steps == [.printed(1, .unknown(PrinterError.noProof.failure))])
    }

    @Test func aSilentPrinterIsSentEverythingAndGivenTheTimeOfTheLine() {
        var bench = Bench()
        let job = [UInt8](repeating: 0x41, count: 2_000)
        _ = bench.begin(1, .print(PrintData(commandsIn: job)))
        #expect(bench.wait() == [.write(job)])
        let started = bench.now
        #expect(bench.wait() == [.printed(1, .probably)])
        #expect(bench.now - started >= .seconds(2))
    }

    @Test func requestsWaitInLine() {
        var bench = Bench()
        _ = bench.writeJob()
        #expect(bench.begin(2, .print([0x42, 0x0A])) == [])
        #expect(bench.hear(0x00) == [.printed(1, .probably), question(1)])
    }

    @Test func tooManyRequestsAreRefused() {
        var bench = Bench()
        let steps = (1...PrinterSession.mostWaiting + 2).map { bench.begin($0, .print([0x41])) }
        #expect(steps.last == [.printed(PrinterSession.mostWaiting + 2, .failed(PrinterError.busy.failure))])
    }

    @Test func aLostLineAnswersEverything() {
        var bench = Bench()
        _ = bench.writeJob()
        _ = bench.begin(2, .print([0x42]))
        _ = bench.begin(3, .status())
        let error = PrinterError.lineLost(.unplugged("/dev/ttyUSB0"))
        #expect(
            bench.session.lost(error) == [
                .printed(1, .unknown(error.failure)), .printed(2, .failed(error.failure)), .noStatus(3, error),
            ])
        #expect(bench.begin(4, .print([0x43])) == [.printed(4, .failed(error.failure))])
    }

    @Test func aLateAnswerHurtsNobody() {
        var bench = Bench()
        _ = bench.begin(1, .status())
        _ = bench.wait()
        #expect(bench.hear(0x12, 0x00, 0x37, 0x22, 0x41, 0x00) == [])
    }
}

@Suite struct PrintChunksTests {
    @Test func chunksEndBetweenCommandsAndJoinToTheJob() {
        let image = [0x1D, 0x76, 0x30, 0, 72, 0, 100, 0] + [UInt8](repeating: 0x0A, count: 7_200)
        let line = Array("Käsekuchen mit Sauerkirschen\n".utf8)
        let job = Array(repeating: line, count: 100).flatMap { $0 } + image + line
        let chunks = PrintChunks.split(PrintData(commandsIn: job))
        #expect(chunks.flatMap { $0 } == job)
        #expect(chunks.contains { $0.starts(with: image) })
        #expect(chunks.allSatisfy { $0.count <= PrintChunks.usualSize || $0.starts(with: image) })
    }

    /// On many printers the setting lasts only until the next reset.
    @Test func aWishStandsBehindEachReset() {
        let wish: [UInt8] = [0x1D, 0x61, 0xFF]
        let reset: [UInt8] = [0x1B, 0x40]
        let drawer: [UInt8] = [0x1B, 0x70, 0, 50, 200]
        let two = drawer + reset + [0x41, 0x0A] + reset + [0x42, 0x0A]
        let wished = drawer + reset + wish + [0x41, 0x0A] + reset + wish + [0x42, 0x0A]
        #expect(PrintChunks.split(PrintData(commandsIn: two), wish: wish).flatMap { $0 } == wished)
        #expect(PrintChunks.split([0x41, 0x0A], wish: wish).flatMap { $0 } == wish + [0x41, 0x0A])
    }

    /// The ends that the encoder marks are ends of commands, and close enough together for a printer's buffer.
    @Test(arguments: PrinterProfile.all)
    func theWriterPartsEachJobBetweenCommands(profile: PrinterProfile) throws {
        let data = SelfTest(ESCPOSEncoder(profile: profile), logo: Bitmap(width: 200, height: 300) { $0 > $1 }).data
        let chunks = PrintChunks.split(data)
        #expect(chunks.flatMap { $0 } == data.bytes)
        for chunk in chunks {
            var decoder = StreamDecoder(codePages: profile.codePages, wideText: profile.wideText)
            let commands = decoder.decode(chunk) + decoder.finish()
            #expect(commands.allSatisfy { $0.isComplete })
            #expect(chunk.count <= PrintChunks.usualSize || commands.count <= 3)
        }
    }

    @Test func anEmptyJobHasNoChunks() {
        #expect(PrintChunks.split([]).isEmpty)
    }
}
