extension IntermediateStatus {
    /// What a code of `04 FF` means, for a person (ZVT 13.08 §3.7). Codes with 40 added say "remove card" too.
    public static func text(of code: UInt8) -> String {
        if let text = texts[code] { return text }
        if (0x41...0x5D).contains(code), code != 0x4A, let text = texts[code - 0x40] {
            return text + ", please remove card"
        }
        if code == 0x66 || code == 0x67, let text = texts[code - 0x40] { return text + ", please remove card" }
        return "Status \(code.hex)"
    }

    private static let texts: [UInt8: String] = [
        0x00: "Waiting for amount confirmation", 0x01: "Please watch the PIN pad", 0x02: "Please watch the PIN pad",
        0x03: "Not accepted", 0x04: "Waiting for the host", 0x05: "Sending auto-reversal",
        0x06: "Sending post-bookings", 0x07: "Card not admitted", 0x08: "Card unknown", 0x09: "Card expired",
        0x0A: "Insert card", 0x0B: "Please remove card", 0x0C: "Card not readable", 0x0D: "Processing error",
        0x0E: "Please wait", 0x0F: "Starting automatic end of day", 0x10: "Invalid card", 0x11: "Balance display",
        0x12: "System malfunction", 0x13: "Payment not possible", 0x14: "Credit not sufficient", 0x15: "Wrong PIN",
        0x16: "Limit not sufficient", 0x17: "Please wait", 0x18: "PIN tries exceeded", 0x19: "Card data incorrect",
        0x1A: "Service mode", 0x1B: "Approved, please fill up", 0x1C: "Approved, please take the goods",
        0x1D: "Declined", 0x26: "Enter mobile number", 0x27: "Repeat mobile number", 0x28: "Currency selection",
        0x29: "Language selection", 0x2A: "Insert card for loading", 0x2B: "Offline emergency, please wait",
        0x2C: "Debit or credit selection", 0x68: "Customer card inserted", 0x69: "Select currency conversion",
        0xC7: "Enter mileage", 0xC8: "Waiting for the cashier", 0xC9: "Automatic diagnosis",
        0xCA: "Automatic initialisation", 0xCB: "Merchant journal full", 0xCC: "Direct debit impossible, PIN needed",
        0xD2: "Dialling", 0xD3: "Connected", 0xE0: "Application selection", 0xE1: "Language selection",
        0xE2: "Use the cleaning card", 0xF1: "Offline", 0xF2: "Online", 0xF3: "Offline transaction",
        0xFF: "See the terminal's text",
    ]
}

/// What a result, abort or status code means (the error messages of ZVT 13.08).
public enum ResultCode {
    /// A short text for a person. 01 to 63 come from the host, mostly as ISO 8583 response codes.
    public static func text(of code: UInt8) -> String {
        if let text = texts[code] { return text }
        return code < 0x64 ? "Refused by the host with code \(code)" : "Error \(code.hex)"
    }

    private static let texts: [UInt8: String] = host.merging(card) { first, _ in first }
        .merging(terminal) { first, _ in first }

    private static let host: [UInt8: String] = [
        0x00: "Successful", 0x05: "Declined", 0x0D: "Amount not accepted", 0x33: "Not enough funds",
        0x36: "Card expired", 0x37: "Wrong PIN",
    ]

    private static let card: [UInt8: String] = [
        0x64: "Card not readable", 0x65: "No card data", 0x66: "Processing error", 0x67: "Not allowed for ec cards",
        0x68: "Not allowed for credit cards", 0x6C: "Timed out or cancelled at the terminal", 0x6E: "Card is blocked",
        0x6F: "Wrong currency", 0x71: "Credit not sufficient", 0x72: "Chip error", 0x73: "Card data wrong",
        0x74: "Key exhausted", 0x75: "Text not authentic", 0x76: "Card not on the white list", 0x78: "Card expired",
        0x79: "Card not yet valid", 0x7A: "Card unknown", 0x7B: "Fallback not possible",
        0x7C: "Fallback not possible", 0x7E: "Fallback not possible", 0xC5: "Means of payment not supported",
        0xC6: "Currency not supported", 0xC8: "Amount too small", 0xC9: "Amount too small", 0xCB: "Only euro possible",
        0xCD: "Cashback impossible", 0xD2: "Not for bank cards", 0xDC: "A card is inserted",
        0xDD: "Card could not be ejected", 0xDE: "Card could not be taken in", 0xE1: "Card not removed",
        0xEB: "PIN error", 0xEC: "PIN error", 0xC3: "Highest amount exceeded",
    ]

    private static let terminal: [UInt8: String] = [
        0x51: "Initialisation needed", 0x62: "Date and time needed", 0x6A: "Turnover file full",
        0x6B: "Terminal deactivated or not registered", 0x77: "End of day impossible", 0x7D: "Communication error",
        0x83: "Function not possible", 0x85: "Key missing", 0x89: "PIN pad defective", 0x9A: "Protocol error",
        0x9B: "Dial-up error", 0x9C: "Terminal busy, please wait", 0x9D: "Goods issued in part",
        0xA0: "Receiver not ready", 0xA1: "No answer from the other station", 0xA3: "No connection",
        0xA4: "GeldKarte error", 0xA5: "Not allowed by PCI rules", 0xB1: "Memory full", 0xB2: "Journal full",
        0xB4: "Already reversed", 0xB5: "Reversal impossible", 0xB7: "Pre-authorisation amount wrong",
        0xB8: "Pre-authorisation error", 0xBF: "Battery low", 0xC0: "Card lock defective",
        0xC1: "Merchant card locked", 0xC2: "Diagnosis needed", 0xC4: "Card profile invalid",
        0xCC: "Printer not ready", 0xDF: "Out of order", 0xE0: "Remote maintenance", 0xE2: "Card reader defective",
        0xE3: "Shutter closed", 0xE4: "Activation needed", 0xED: "PIN pad error", 0xF0: "End of day needed",
        0xF1: "Offline error", 0xFC: "Device missing", 0xFD: "Baud rate not supported", 0xFE: "Register unknown",
        0xFF: "System error",
    ]
}
