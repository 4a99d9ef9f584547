import Model
import Payments
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

    @Test func aMailSystemThatIsNotThereIsNamed() {
        let findings = Machine.troubles {
            $0.mailSystem = MailSystemFacts(program: "/usr/sbin/sendmail", isThere: false)
        }
        #expect(findings.map(\.code) == ["mail.system"])
        #expect(
            Machine.troubles { $0.mailSystem = MailSystemFacts(program: "/usr/sbin/sendmail", isThere: true) }.isEmpty)
    }
}
