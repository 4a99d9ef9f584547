import Flow
import Hardware
import Model
import Payments
import Storage
import Stores

extension Output {
    /// What a terminal answered to a service, as `till readers status --json` prints it.
    package struct Reader: Encodable {
        let terminalId: String?
        /// Two hexadecimal digits; 00 is ready.
        let status: String?
        let statusText: String?
        let nextStep: String?
        let softwareVersion: String?
        let lines: [String]

        package init(_ report: TerminalServiceReport) {
            terminalId = report.terminalID
            status = report.status?.digits
            statusText = report.status?.text(in: .en)
            nextStep = report.status?.nextStep.rawValue
            softwareVersion = report.softwareVersion
            lines = report.lines
        }
    }

    /// How it ended to send a printer something besides receipts.
    struct SentBytes: Encodable {
        let printer: String
        /// `confirmed`, `probably`, `failed` or `unknown`.
        let state: String
        let failure: Error.Content?

        init(_ printer: DeviceAddress, _ end: PrintEnd) {
            self.printer = printer.description
            state = end.word
            failure = end.failure.map { Error($0).error }
        }
    }

    /// What a printer told when it was asked.
    struct PrinterState: Encodable {
        let printer: String
        let ready: Bool
        /// Null for a printer that does not tell.
        let online: Bool?
        let paper: String
        let cover: String
        /// What keeps it from printing.
        let failure: Error.Content?

        init(_ printer: DeviceAddress, _ status: PrinterStatus) {
            let obstacle = Failure.obstacle(status)
            self.printer = printer.description
            ready = obstacle == nil
            online = status.online
            (paper, cover) = (status.paper.rawValue, status.cover.rawValue)
            failure = obstacle.map { Error($0).error }
        }
    }
}
