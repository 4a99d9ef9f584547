/// ZVT telegrams as words, for the logs of runs.
enum TelegramWords {
    static func words(of bytes: [UInt8]) -> String {
        guard let control = bytes.zvtControls.first else { return hex(bytes[...]) }
        let name = names[control] ?? ""
        let code = String(format(UInt8(control >> 8)) + " " + format(UInt8(control & 0xFF)))
        let start = bytes.first == 0x10 ? 2 : 0
        let data = bytes.dropFirst(start + (bytes.count > start + 2 && bytes[start + 2] == 0xFF ? 5 : 3))
        switch control {
        case 0x040F: return "\(code) \(name): \(fields(data))"
        case 0x061E, 0x04FF: return "\(code) \(name): \(data.first.map(format) ?? "")"
        case 0x06D1: return "\(code) \(name): \"\(text(data.dropFirst()))\""
        case 0x06D3: return "\(code) \(name): \"\(printed(data))\""
        case 0x0601, 0x0630, 0x0631: return "\(code) \(name): \(hex(data))"
        case 0x060F: return data.isEmpty ? "\(code) \(name)" : "\(code) \(name): \(hex(data))"
        case 0x8401...0x84FF: return "\(code) no: \(format(UInt8(control & 0xFF)))"
        default: return name.isEmpty ? hex(bytes[...]) : "\(code) \(name)"
        }
    }

    private static let names: [UInt16: String] = [
        0x8000: "yes", 0x8400: "yes", 0x0600: "registration", 0x0601: "authorisation", 0x0630: "reversal",
        0x0631: "refund", 0x0620: "repeat receipt", 0x0650: "end of day", 0x0610: "turnover totals",
        0x0501: "status enquiry", 0x06B0: "abort", 0x040F: "status information", 0x04FF: "intermediate status",
        0x06D1: "print line", 0x06D3: "print block", 0x060F: "completion", 0x061E: "abort", 0x0602: "log off",
        0x0670: "diagnosis", 0x0693: "initialisation", 0x0622: "reservation",
    ]

    private static func format(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count < 2 ? "0" + digits : digits
    }

    private static func hex(_ bytes: ArraySlice<UInt8>) -> String { bytes.map(format).joined(separator: " ") }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.filter { 0x20...0x7E ~= $0 }, as: UTF8.self)
    }

    private static func printed(_ data: ArraySlice<UInt8>) -> String {
        let all = String(decoding: data.map { 0x20...0x7E ~= $0 ? $0 : 0x20 }, as: UTF8.self)
        return all.split(separator: " ").joined(separator: " ")
    }

    /// The decisive fields in their order.
    private static func fields(_ data: ArraySlice<UInt8>) -> String {
        var words: [String] = []
        var rest = data
        while let name = rest.popFirst() {
            let length: Int
            switch name {
            case 0x27, 0x19, 0x8A: length = 1
            case 0x0D, 0x0E, 0x17, 0x49, 0x87: length = 2
            case 0x0B, 0x0C, 0x37, 0x88: length = 3
            case 0x29: length = 4
            case 0x04: length = 6
            case 0x3B: length = 8
            case 0x2A: length = 15
            case 0x22, 0x8B: length = 2 + counted(rest.prefix(2))
            case 0x3C: length = 3 + counted(rest.prefix(3))
            default: return words.joined(separator: ", ")
            }
            let value = rest.prefix(length)
            rest = rest.dropFirst(length)
            if let word = meanings[name] { words.append("\(word) \(value.map(format).joined())") }
        }
        return words.joined(separator: ", ")
    }

    private static func counted(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 * 10 + Int($1 & 0x0F) } }

    private static let meanings: [UInt8: String] = [
        0x27: "27 result", 0x04: "04 amount", 0x0B: "0B trace", 0x37: "37 original trace", 0x0C: "0C time",
        0x0D: "0D date", 0x29: "29 terminal", 0x49: "49 currency", 0x87: "87 receipt", 0x88: "88 turnover",
        0x22: "22 card",
    ]
}
