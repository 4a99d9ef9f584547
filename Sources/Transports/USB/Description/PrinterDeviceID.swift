/// The identity of a USB printer and the languages that it understands (IEEE 1284; GET_DEVICE_ID, USB printer class 1.1
/// §4.2.1), such as `MFG:EPSON;CMD:ESC/POS;MDL:TM-T20II;CLS:PRINTER;`.
///
/// A device may answer anything, so text in another form counts as none, and control characters are removed.
package struct PrinterDeviceID: Hashable, Sendable {
    package let manufacturer: String?
    package let model: String?
    /// The languages that it understands, such as `ESC/POS`; empty when it does not tell.
    package let languages: [String]

    /// The most characters of a value; longer ones are cut off.
    static let longestValue = 126
    private static let lengthSize = 2

    /// Reads the whole answer: a length of two bytes, which counts itself, and the text. Most printers send the higher byte
    /// first, some the lower.
    init?(answer: [UInt8]) {
        guard answer.count > Self.lengthSize else { return nil }
        let lengths = [Int(answer[0]) << 8 | Int(answer[1]), Int(answer[1]) << 8 | Int(answer[0])]
        let fits = lengths.filter { (Self.lengthSize + 1...answer.count).contains($0) }
        // If neither order gives a possible length, everything is text.
        self.init(text: answer[Self.lengthSize..<(fits.first ?? answer.count)])
    }

    private init?(text: some Sequence<UInt8>) {
        let visible = String(decoding: text.filter { (0x20..<0x7F).contains($0) }, as: UTF8.self)
        var values: [String: String] = [:]
        for field in visible.split(separator: ";") {
            let parts = field.split(separator: ":", maxSplits: 1).map { $0.trimmed }
            guard parts.count == 2, !parts[1].isEmpty else { continue }
            values[parts[0].uppercased()] = values[parts[0].uppercased()] ?? String(parts[1].prefix(Self.longestValue))
        }
        manufacturer = values["MFG"] ?? values["MANUFACTURER"]
        model = values["MDL"] ?? values["MODEL"]
        let commands = values["CMD"] ?? values["COMMAND SET"] ?? ""
        languages = commands.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
        guard manufacturer != nil || model != nil || !languages.isEmpty else { return nil }
    }

    /// Maker and model, such as `EPSON TM-T20II`, without repeating the maker; nil when the printer tells neither.
    package var title: String? {
        guard let model else { return manufacturer }
        guard let manufacturer, !model.uppercased().hasPrefix(manufacturer.uppercased()) else { return model }
        return "\(manufacturer) \(model)"
    }

    /// Whether it understands ESC/POS. Nil when it does not tell, or in an unknown way.
    package var understandsESCPOS: Bool? {
        guard !languages.isEmpty else { return nil }
        let words = languages.map { $0.uppercased() }
        if words.allSatisfy(Self.others.contains) { return false }
        return words.contains { $0.hasPrefix("ESC") || $0.contains("EPSON") } ? true : nil
    }

    /// Languages of printers that print ESC/POS as text or not at all.
    private static let others: Set = [
        "ZPL", "ZPL II", "ZPLII", "EPL", "EPL2", "CPCL", "TSPL", "TSPL2", "DPL", "STAR", "STARLINE", "STARPRNT",
        "STARGRAPHIC",
        "PCL", "PCL5", "PCL5E", "PCL5C", "PCL6", "PCLXL", "POSTSCRIPT", "PS", "PDF", "URF", "PWG", "PWGRASTER", "BDC",
        "LIPSLX",
    ]
}

extension StringProtocol {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first == " " { text = text.dropFirst() }
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}
