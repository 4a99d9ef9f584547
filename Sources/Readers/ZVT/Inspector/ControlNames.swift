import Hardware
import Model
import ZVTCodes

/// The names of telegrams in ZVT 13.08.
enum ControlNames {
    static func name(of fields: InspectorObject) -> String {
        guard case .text(let control)? = fields["ctrl"] else { return "Telegram" }
        if case .flag(let isPositive)? = fields["ack"] {
            guard !isPositive, case .text(let code)? = fields["aprc"] else { return "Positive response" }
            return "Negative response: " + DeviceCode(zvt: UInt8(code, radix: 16) ?? 0xFF).text(in: .en)
        }
        return names[control] ?? (control.count == 4 ? "Command \(control)" : control)
    }

    private static let names: [String: String] = [
        "0401": "Set date and time in the till", "040D": "Input request", "040E": "Menu request",
        "040F": "Status information", "04FF": "Intermediate status", "0501": "Status enquiry",
        "0600": "Registration", "0601": "Authorisation", "0602": "Log-off", "0603": "Account balance",
        "0609": "Prepaid top-up", "060A": "Tax free", "060C": "Book tip", "060F": "Completion",
        "0610": "Send turnover totals", "0612": "Reprint receipts", "0618": "Reset terminal",
        "061A": "Print system configuration", "061B": "Set or reset terminal id", "061E": "Abort by the terminal",
        "0620": "Repeat receipt", "0621": "Telephonic authorisation", "0622": "Pre-authorisation",
        "0623": "Partial reversal of a pre-authorisation", "0624": "Book total", "0625": "Pre-authorisation reversal",
        "0626": "Reversal of an external reservation", "0630": "Reversal", "0631": "Refund", "0650": "End of day",
        "0651": "Send offline transactions", "0670": "Diagnosis", "0679": "Self test", "0691": "Set date and time",
        "0693": "Initialisation", "0695": "Change password", "06B0": "Abort by the till", "06C0": "Read card",
        "06D1": "Print line", "06D3": "Print text-block", "06E0": "Display text",
        "06E1": "Display text with function key", "06E2": "Display text with numeric input",
        "06E4": "Blocked-list query", "0801": "Activate service mode", "0802": "Switch protocol",
        "0810": "Software update", "0811": "Read file", "0812": "Delete file", "0813": "Change configuration",
        "0814": "Write file", "0830": "Select language", "0840": "Change baud rate", "0850": "Activate card reader",
    ]
}
