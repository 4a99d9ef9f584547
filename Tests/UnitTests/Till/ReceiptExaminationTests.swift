import Testing

@testable import Till

/// Findings of the doctor about receipts in other forms than print, such as e-mail.
@Suite struct ReceiptExaminationTests {
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
