import Receipts

/// The data of `GS k`, converted for the library that draws the bars.
struct BarcodeData {
    let code: SymbolPattern.Code
    let bytes: [UInt8]
    /// The text above or below the bars.
    let text: String

    /// Converts the data of a barcode. Nil for invalid data, of which the printer prints nothing.
    ///
    /// - Parameter kind: m of function A, or of function B less 65.
    init?(_ kind: UInt8, _ data: [UInt8]) {
        let text = Self.readable(data)
        switch kind {
        case 0: self.init(.upcA, data.prefix(12), text)
        case 1:
            guard let short = Self.upcE(data) else { return nil }
            self.init(.upcE, short, String(decoding: short, as: UTF8.self))
        case 2: self.init(.ean, data.prefix(13), text)
        case 3: self.init(.ean, data.prefix(7), text)
        case 4: self.init(.code39, data.filter { $0 != UInt8(ascii: "*") }, text)
        case 5: self.init(.itf, data, text)
        case 6: self.init(.codabar, Array(text.uppercased().utf8), text)
        case 7: self.init(.code93, data, text)
        case 8, 14: self.init(code128: data)
        case 9: self.init(gs1: data, as: .gs1_128)
        case 10: self.init(.dataBar(.omnidirectional), data, text)
        case 11: self.init(.dataBar(.truncated), data, text)
        case 12: self.init(.dataBar(.limited), data, text)
        case 13: self.init(gs1: data, as: .dataBar(.expanded))
        default: return nil
        }
    }

    private init(_ code: SymbolPattern.Code, _ bytes: some Sequence<UInt8>, _ text: String) {
        self.code = code
        self.bytes = Array(bytes)
        self.text = text
    }

    /// The library selects code sets itself; FNC1 at the beginning makes it GS1 data.
    private init?(code128 data: [UInt8]) {
        let groups = Self.characters(data)
        if let first = groups.first, first.isEmpty, groups.count > 1 {
            self.init(elements: groups.dropFirst().map { String(decoding: $0, as: UTF8.self) }, as: .gs1_128)
        } else {
            self.init(.code128, groups.joined(), Self.readable(Array(groups.joined())))
        }
    }

    /// With or without brackets, and FNC1 between elements.
    private init?(gs1 data: [UInt8], as code: SymbolPattern.Code) {
        let groups = Self.characters(data).map { String(decoding: $0, as: UTF8.self) }.filter { !$0.isEmpty }
        if groups.first?.hasPrefix("(") == true {
            self.init(code, groups.joined().utf8, groups.joined())
        } else {
            self.init(elements: groups, as: code)
        }
    }

    private init?(elements groups: [String], as code: SymbolPattern.Code) {
        guard let elements = GS1Element.read(groups) else { return nil }
        let text = elements.map { "(\($0.identifier))\($0.value)" }.joined()
        self.init(code, text.utf8, text)
    }

    /// The characters selected by `{A`, `{B` and `{C`, in groups separated by FNC1.
    private static func characters(_ data: [UInt8]) -> [[UInt8]] {
        var groups: [[UInt8]] = [[]]
        var inPairs = false
        var rest = data[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "{"), let choice = rest.popFirst() {
                switch choice {
                case UInt8(ascii: "A"), UInt8(ascii: "B"): inPairs = false
                case UInt8(ascii: "C"): inPairs = true
                case UInt8(ascii: "1"): groups.append([])
                case UInt8(ascii: "{"): groups[groups.count - 1].append(choice)
                default: break  // Shift, and functions 2 to 4: nothing that is seen.
                }
            } else if inPairs {
                groups[groups.count - 1] += [byte / 10 % 10 + 0x30, byte % 10 + 0x30]
            } else {
                groups[groups.count - 1].append(byte)
            }
        }
        return groups
    }

    /// The eight digits of a UPC-E, given directly or as the UPC-A that it stands for.
    private static func upcE(_ data: [UInt8]) -> [UInt8]? {
        let digits = String(decoding: data, as: UTF8.self)
        let short = data.count >= 11 ? Symbol.shortUPC(of: digits) : digits
        return short.flatMap { try? Symbol(.upcE, $0) }.map { Array($0.content.utf8) }
    }

    /// The text with invisible characters as points.
    static func readable(_ data: [UInt8]) -> String {
        String(String.UnicodeScalarView(data.map { (0x20..<0x7F).contains($0) ? Unicode.Scalar($0) : "." }))
    }
}
