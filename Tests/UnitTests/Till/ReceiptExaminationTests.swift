import Foundation
import Model
import Payments
import Storage
import Testing

@testable import Till

/// Findings of the doctor about receipts.
@Suite struct ReceiptExaminationTests {
    /// Receipts that were looked for at the printer of a terminal were sumup/sumup-ios-sdk#190.
    @Test func sumupIOSSDK190_itIsSaidOutOfWhichPrintersReceiptsCome() {
        func said(_ spoil: (inout MachineFacts) -> Void) -> [String] {
            var facts = Machine.sound
            spoil(&facts)
            return Examination(facts: facts).findings.filter { $0.code == "receipts" }.map { "\($0.said)" }
        }
        #expect(
            said { $0.devices[1].printsReceipts = true } == [
                "Receipts come out of front; card terminals are told to print none on printers of their own."
            ])
        #expect(said { _ in }.isEmpty, "where none is configured to print them, this is not said")
        #expect(
            said {
                $0.devices[1].printsReceipts = true
                $0.devices.removeFirst()
            }.isEmpty)
    }

    @Test func sumupIOSSDK190_aTerminalThatPrintsReceiptsIsNamedAndNeedsNoPrinter() {
        var facts = Machine.sound
        facts.devices[0].printsReceipts = true
        #expect(facts.devices[0].kind == .terminal)
        func said() -> [String] {
            Examination(facts: facts).findings.filter { $0.code == "receipts" }.map { "\($0.said)" }
        }
        let own = "Receipts of payments at front come out of that terminal itself."
        #expect(said() == [own])
        facts.devices[1].printsReceipts = true
        #expect(said() == [own], "out of the till's printers none come by themselves")
        var second = facts.devices[0]
        second.printsReceipts = false
        facts.devices.append(second)
        #expect(said() == ["Receipts of payments at the other terminals come out of front.", own])
        facts.devices.removeLast()
        facts.devices.remove(at: 1)
        #expect(!Examination(facts: facts).findings.contains { $0.code == "printer.notConfigured" })
        facts.devices[0].printsReceipts = false
        #expect(Examination(facts: facts).findings.contains { $0.code == "printer.notConfigured" })
    }

    @Test func aTerminalThatWouldPrintTheReceiptBeforeIsNamed() {
        var profile = TerminalProfile()
        profile.repeatReceipt = .onlyWithPrint
        let found = Machine.troubles {
            $0.devices[0].printsReceipts = true
            $0.devices[0].profile = StoredProfile(profile: profile, foundAt: .distantPast)
        }
        #expect(found.map(\.code) == ["receipts.repeated"] && found.first?.severity == .warning)
    }

    @Test func aPrinterWithoutItsLogoIsNamedWithWhatGivesItOne() throws {
        let findings = Machine.troubles { $0.devices[1].keepsLogo = false }
        #expect(findings.map(\.code) == ["printer.logo"])
        #expect(findings.first?.remedy == "till printers logo --printer front" && findings.first?.severity == .warning)
        #expect(Machine.troubles { $0.devices[1].keepsLogo = true }.isEmpty)
    }

    // MARK: Prints

    private func print(
        _ number: Int, _ state: PrintState, on printer: DeviceAddress, _ options: String = ""
    ) -> PrintJob {
        PrintJob(
            id: PrintJobID(rawValue: Int64(number)), receipt: ReceiptID(rawValue: "rcp-\(number)"), copy: .customer,
            mark: .original, printer: printer.description + options, state: state, failureCode: nil,
            failureSentence: nil, createdAt: Machine.now, startedAt: nil, finishedAt: nil)
    }

    private func troubles(_ spoil: (inout OpenStorageFacts) -> Void) -> [Finding] {
        var storage = Machine.storage
        spoil(&storage)
        return Machine.troubles { $0.storage = .open(storage) }
    }

    @Test func printsThatWaitAreNamedWithTheirPrinterAndWhatHelps() throws {
        let old = DeviceAddress(scheme: "tcp", path: "127.0.0.1:9402")
        let found = troubles { storage in
            storage.waitingPrints =
                [print(1, .pending, on: Machine.printer)]
                + (2...8).map { print($0, .pending, on: old, $0 == 2 ? "?profile=pos-5890" : "") }
        }
        #expect(found.map(\.code) == ["receipt.waiting", "receipt.waiting"])
        #expect(found.allSatisfy { $0.severity == .warning })
        let ofOld = try #require(found.last)
        #expect(
            ofOld.sentence == "Prints that wait for the printer tcp:127.0.0.1:9402?profile=pos-5890 (7): "
                + "rcp-2, rcp-3, rcp-4, rcp-5, rcp-6, ….")
        #expect(ofOld.remedy?.contains("till receipts print rcp-2 --printer PRINTER") == true)
    }

    @Test func whatIsBeingPrintedIsNotSaidToWait() {
        var storage = Machine.storage
        storage.waitingPrints = [print(1, .pending, on: Machine.printer, "?profile=pos-5890")]
        let found = Machine.troubles {
            $0.storage = .open(storage)
            $0.devices[1] = Machine.device(.printer, .claimed)
        }
        #expect(found.map(\.code) == ["printer.inUse"])
    }

    @Test func printsWithoutProofAreNamedTheNewestFirst() {
        let found = troubles { storage in
            storage.unclearPrints = (1...3).map { print($0, .unknown, on: Machine.printer) }
        }
        #expect(found.map(\.code) == ["receipt.unknown"] && found.first?.severity == .warning)
        #expect(found.first?.sentence.hasSuffix("(3): rcp-3, rcp-2, rcp-1.") == true)
        #expect(found.first?.remedy?.contains("till reprint rcp-3") == true)
    }

    @Test func librariesThatAreMissingForDrawingAreNamedWithTheLoadersWords() {
        let words = "libpangocairo-1.0.so.0: cannot open shared object file: No such file or directory"
        let found = Machine.troubles { $0.cannotDraw = Sentence(stored: words) }
        #expect(found.map(\.code) == ["paper.drawing"] && found.first?.severity == .warning)
        #expect(found.first?.sentence.hasSuffix(words) == true && found.first?.remedy?.contains("apt-get") == true)
    }

    @Test func aMailSystemThatIsNotThereIsNamed() {
        let findings = Machine.troubles {
            $0.mailSystem = MailSystemFacts(program: "/usr/sbin/sendmail", isThere: false)
        }
        #expect(findings.map(\.code) == ["mail.system"])
        #expect(
            Machine.troubles { $0.mailSystem = MailSystemFacts(program: "/usr/sbin/sendmail", isThere: true) }.isEmpty)
    }
}
