import ESCPOS
import Failures
import Flow
import Model
import Service

/// What is sent to a printer besides receipts.
extension PrinterSetups {
    /// Makes the test sheet for this printer, with its logo.
    ///
    /// - Parameter numbers: the code pages that are printed in full; nil for one line of each.
    func selfTest(
        for printer: DeviceAddress, numbers: [UInt8]? = nil, in language: OperatorLanguage
    ) -> SelfTest {
        SelfTest(encoder(for: printer), numbers: numbers, logo: logo(for: printer), in: language)
    }

    /// Returns the commands that open this drawer, or the configured one for nil. Throws `printer.cannot` if the
    /// printer has none.
    func drawerCommands(_ number: Int?, of printer: DeviceAddress) throws(Failure) -> DrawerCommands {
        let profile = profile(of: printer)
        let number = number ?? configuration.extras(ofPrinterAt: printer).drawer ?? 1
        guard let inOrder = PrinterOrder.openDrawer(number).bytes(for: profile) else {
            throw .printerCannot(
                Sentence("failure.printer.cannot.noDrawer", ["profile": profile, "number": number]),
                Sentence("remedy.printer.cannot.noDrawer"))
        }
        return DrawerCommands(
            number: number, inOrder: inOrder, atOnce: PrinterOrder.openDrawerNow(number).bytes(for: profile))
    }

    /// The command that ends a jam. Throws `printer.cannot` if the printer has none.
    func recoveryCommand(of printer: DeviceAddress) throws(Failure) -> [UInt8] {
        let profile = profile(of: printer)
        guard let command = PrinterOrder.recoverEmpty.bytes(for: profile) else {
            throw .printerCannot(
                Sentence("failure.printer.cannot.noCommand", ["profile": profile]),
                Sentence("remedy.printer.cannot.noCommand"))
        }
        return command
    }
}

extension Failure {
    static func printerCannot(_ sentence: Sentence, _ remedy: Sentence) -> Failure {
        Failure(PrinterFailure.cannot, sentence, remedy: remedy, recovery: .giveUp)
    }
}
