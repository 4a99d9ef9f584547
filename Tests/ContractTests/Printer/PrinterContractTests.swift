import ESCPOS
import Flow
import Foundation
import Hardware
import Simulator
import Testing

@Suite struct PrinterContractTests {
    @Test(arguments: PrinterKind.allCases)
    func aJobIsPrintedOnceAndWhole(_ kind: PrinterKind) async throws {
        let rig = try PrinterRig(kind)
        #expect(await rig.print(receipt()) == kind.success)
        #expect(rig.printed == receipt())
    }

    @Test(arguments: PrinterKind.allCases)
    func aLongJobArrivesWhole(_ kind: PrinterKind) async throws {
        let image = [0x1D, 0x76, 0x30, 0, 72, 0, 40, 0] + (0..<2_880).map { UInt8(truncatingIfNeeded: $0) }
        let job = image + receipt(lines: 150)
        let rig = try PrinterRig(kind)
        #expect(await rig.print(job) == kind.success)
        #expect(rig.printed == job)
    }

    @Test(arguments: PrinterKind.allCases)
    func jobsOneAfterTheOtherKeepTheirOrder(_ kind: PrinterKind) async throws {
        let rig = try PrinterRig(kind)
        for name in ["eins", "zwei", "drei"] { _ = await rig.print(receipt(name)) }
        #expect(rig.printed == receipt("eins") + receipt("zwei") + receipt("drei"))
    }

    @Test(arguments: PrinterKind.allCases)
    func rnEscPosPrinter104_jobsAtTheSameTimeDoNotMix(_ kind: PrinterKind) async throws {
        let rig = try PrinterRig(kind)
        async let first = rig.print(receipt("eins", lines: 60))
        async let second = rig.print(receipt("zwei", lines: 60))
        #expect(await [first, second] == [kind.success, kind.success])
        let (one, two) = (receipt("eins", lines: 60), receipt("zwei", lines: 60))
        #expect([one + two, two + one].contains(rig.printed))
    }

    /// `DLE DC4 8` discards what waits in a printer without paper: the command was received, though nothing is printed.
    @Test(arguments: PrinterKind.withState)
    func whatCannotWaitIsHeardWithoutPaper(_ kind: PrinterKind) async throws {
        let rig = try PrinterRig(kind, fault: .paperOut)
        try await rig.interject([0x10, 0x14, 1, 0, 1])
        try await rig.interject([0x10, 0x14, 8, 1, 3, 20, 1, 6, 2, 8])
        let status = try await rig.status()
        #expect(status.paper == .out)
        #expect(rig.printed == [])
    }

    @Test(arguments: PrinterKind.allCases)
    func aJobAfterWhatCouldNotWaitIsWhole(_ kind: PrinterKind) async throws {
        let rig = try PrinterRig(kind)
        try await rig.interject([0x10, 0x14, 1, 0, 1])
        #expect(await rig.print(receipt()) == kind.success)
        #expect(Array(rig.printed.suffix(receipt().count)) == receipt())
    }

    @Test(arguments: PrinterKind.withState)
    func aReadyPrinterSaysSo(_ kind: PrinterKind) async throws {
        let rig = try PrinterRig(kind)
        let status = try await rig.status()
        #expect(status == PrinterStatus(online: true, paper: .ok, cover: .closed))
    }

    @Test(
        arguments: PrinterKind.withState,
        [
            (.paperOut, PrinterStatus(online: false, paper: .out, cover: .closed)),
            (.paperNearEnd, PrinterStatus(online: true, paper: .nearEnd, cover: .closed)),
            (.coverOpen, PrinterStatus(online: false, paper: .ok, cover: .open)),
            (.offline, PrinterStatus(online: false, paper: .ok, cover: .closed)),
            (.silent, PrinterStatus()),
        ] as [(PrinterFault, PrinterStatus)])
    func theStatusSaysWhatIsWrong(_ kind: PrinterKind, _ given: (fault: PrinterFault, status: PrinterStatus))
        async throws
    {
        let rig = try PrinterRig(kind, fault: given.fault, proof: given.fault == .silent ? nil : "process")
        // Where the printer does not answer, the USB line and the kernel's driver still tell its state.
        let isToldByLine = [.usb, .usblp].contains(kind) && given.fault == .silent
        let told = isToldByLine ? PrinterStatus(online: true, paper: .ok) : given.status
        #expect(try await rig.status() == told)
    }

    @Test(.enabled(if: !USBBed.isHere)) func aFileShowsNoState() async throws {
        let rig = try PrinterRig(.file)
        #expect(await rig.print(receipt()) == .probably)
        #expect(try await rig.status() == PrinterStatus())
    }

    @Test(
        arguments: PrinterKind.withState,
        [
            (.paperOut, "failed printer.paperOut"), (.coverOpen, "failed printer.coverOpen"),
            (.offline, "failed printer.offline"),
        ] as [(PrinterFault, String)])
    func whatStandsInTheWayFailsTheJobAndNoByteLeaves(
        _ kind: PrinterKind, _ given: (fault: PrinterFault, result: String)
    ) async throws {
        let rig = try PrinterRig(kind, fault: given.fault)
        #expect(await rig.print(receipt()).summary == given.result)
        rig.mend()
        // A byte that had been sent would be printed before this job.
        #expect(await rig.print(receipt("danach")) == kind.success)
        #expect(rig.printed == receipt("danach"))
    }

    @Test(arguments: PrinterKind.withState)
    func dantSu163_paperThatEndsOnTheWayLeavesTheJobUnknown(_ kind: PrinterKind) async throws {
        let rig = try PrinterRig(kind, fault: .paperEndsAfterLines(20))
        #expect(await rig.print(receipt(lines: 60)).summary == "unknown printer.paperOut")
        #expect(receipt(lines: 60).starts(with: rig.printed))
        #expect(rig.pages.count == 1)
    }

    @Test(arguments: PrinterKind.withState)
    func paperThatEndsInTheSecondJobSparesTheFirst(_ kind: PrinterKind) async throws {
        let rig = try PrinterRig(kind, fault: .paperEnds(page: 2, row: 300))
        #expect(await rig.print(receipt("eins", lines: 30)) == .confirmed)
        #expect(await rig.print(receipt("zwei", lines: 30)).summary == "unknown printer.paperOut")
    }

    @Test(arguments: PrinterKind.withState)
    func aCablePulledOnTheWayLeavesTheJobUnknown(_ kind: PrinterKind) async throws {
        let rig = try PrinterRig(kind, fault: .unplugged(after: 1_500))
        #expect(await rig.print(receipt(lines: 300)).summary == "unknown printer.lineLost")
    }

    @Test(arguments: PrinterKind.withState)
    func withoutACableNoByteLeaves(_ kind: PrinterKind) async throws {
        let rig = try PrinterRig(kind)
        rig.pullCable()
        #expect(await rig.print(receipt()).summary == "failed printer.lineLost")
    }

    @Test(arguments: PrinterKind.withState)
    func aClosedPrinterRefuses(_ kind: PrinterKind) async throws {
        let rig = try PrinterRig(kind)
        rig.close()
        #expect(await rig.print(receipt()).summary == "failed printer.lineLost")
        await #expect(throws: Failure.self) { _ = try await rig.status() }
    }

    @Test(arguments: PrinterKind.withState)
    func odoo223525_aPrinterThatNeverAnswersIsBelieved(_ kind: PrinterKind) async throws {
        let rig = try PrinterRig(kind, fault: .silent, proof: nil)
        #expect(await rig.print(receipt()) == .probably)
        // The printer has accepted everything, and may still be printing.
        #expect(passes { rig.printed == receipt() })
    }

    /// The printer is switched off, or stuck with what it holds: what is sent now might never be printed.
    @Test(.enabled(if: !USBBed.isHere), arguments: [PrinterKind.serial, .tcp])
    func aPrinterThatIsSaidToAnswerGetsNothingWhileItDoesNot(_ kind: PrinterKind) async throws {
        let rig = try PrinterRig(kind, fault: .silent)
        #expect(await rig.print(receipt()).summary == "failed printer.noAnswer")
        #expect(rig.printed.isEmpty)
    }

    /// The printer sends nothing by itself. Its driver is asked before a job, and again when the printer has accepted
    /// all of it.
    @Test(
        .enabled(if: !USBBed.isHere),
        arguments: [(.paperOut, "failed printer.paperOut"), (.paperEndsAfterLines(20), "unknown printer.paperOut")]
            as [(PrinterFault, String)])
    func ofAPrinterThatSaysNothingTheDriverTellsThePaper(_ fault: PrinterFault, _ result: String) async throws {
        let profile = PrinterProfile(
            name: "says-nothing", widthDots: 576, columnsA: 48, columnsB: 64, codePages: .epson,
            cutter: .partial(feed: 0), answers: [])
        // The driver is asked after the printer itself, before and after the job: by then there is no paper.
        let rig = try PrinterRig(.usblp, fault: fault, proof: nil, model: VirtualPrinter.Model(profile)) {
            question, printer in question <= 2 || printer.paper == .out
        }
        #expect(await rig.print(receipt(lines: 60)).summary == result)
        rig.pullCable()
        await #expect(throws: Failure.self) { _ = try await rig.status() }
    }

    @Test(arguments: PrinterKind.withState)
    func whatWaitsForPaperIsPrintedOnceWhenThereIsSome(_ kind: PrinterKind) async throws {
        let rig = try PrinterRig(kind, fault: .paperEndsAfterLines(20))
        let result = await rig.print(receipt(lines: 60), patience: .seconds(60)) { progress in
            if case .waits = progress { rig.mend() }
        }
        #expect(result == .confirmed)
        #expect(rig.printed == receipt(lines: 60))
    }
}
