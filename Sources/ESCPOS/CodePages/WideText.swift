import Glibc
import Receipts

/// A printer's two-byte or Unicode text, in addition to its code pages. Each character takes two columns of font A.
package enum WideText: Hashable, Sendable {
    /// `FS C 1`, then `FS &`: printers for Japan.
    case shiftJIS
    /// `FS &` alone: printers for China, Taiwan and Korea.
    case gb18030
    case big5
    case ksc5601
    /// `FS ( C <Function 48>`: UTF-8 with glyphs for these characters.
    case utf8([ClosedRange<UInt32>])

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .utf8(let ranges): ranges.contains { $0.contains(scalar.value) }
        // Characters of one column, such as Greek letters, would take two.
        case .shiftJIS, .gb18030, .big5, .ksc5601: scalar.cells == 2 && codes?[scalar] ?? 0 != 0
        }
    }

    func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        switch self {
        case .utf8: bytes.append(contentsOf: String(Character(scalar)).utf8)
        case .shiftJIS, .gb18030, .big5, .ksc5601:
            let code = codes?[scalar] ?? 0
            bytes.append(UInt8(truncatingIfNeeded: code >> 8))
            bytes.append(UInt8(truncatingIfNeeded: code))
        }
    }

    var beginning: [UInt8] {
        switch self {
        case .shiftJIS: [0x1C, 0x43, 1, 0x1C, 0x26]
        case .gb18030, .big5, .ksc5601: [0x1C, 0x26]
        case .utf8: [0x1C, 0x28, 0x43, 2, 0, 0x30, 2]
        }
    }

    var ending: [UInt8] {
        switch self {
        case .shiftJIS, .gb18030, .big5, .ksc5601: [0x1C, 0x2E]
        case .utf8: [0x1C, 0x28, 0x43, 2, 0, 0x30, 1]
        }
    }

    /// The character of two bytes; nil when they print nothing or are unknown.
    func scalar(for first: UInt8, _ second: UInt8) -> Unicode.Scalar? {
        let value = characters?[UInt16(first) << 8 | UInt16(second)]
        return value.flatMap { Unicode.Scalar($0) }
    }
}

// Tables made with the C library's conversions.
extension WideText {
    private typealias Table = (codes: ScalarMap<UInt16>, characters: [UInt16: UInt32])

    private var codes: ScalarMap<UInt16>? { table?.codes }
    private var characters: [UInt16: UInt32]? { table?.characters }

    /// The table, made once when it is first needed.
    private var table: Table? {
        switch self {
        case .shiftJIS: Self.shiftJISTable
        case .gb18030: Self.gb18030Table
        case .big5: Self.big5Table
        case .ksc5601: Self.ksc5601Table
        case .utf8: nil
        }
    }

    private static let shiftJISTable = table("CP932")
    private static let gb18030Table = table("GBK")
    private static let big5Table = table("BIG5")
    private static let ksc5601Table = table("CP949")

    private static func table(_ name: String) -> Table {
        var table: Table = (ScalarMap(), [:])
        guard let converter = iconv_open("UTF-32LE", name), converter != iconv_t(bitPattern: -1) else { return table }
        defer { iconv_close(converter) }
        for first in UInt8(0x81)...0xFE {
            for second in UInt8(0x40)...0xFE {
                guard let scalar = convert(converter, first, second), scalar.value < 0x1_0000 else { continue }
                let code = UInt16(first) << 8 | UInt16(second)
                table.characters[code] = scalar.value
                // If two codes stand for one character, the first is the usual one.
                if table.codes[scalar] == 0 { table.codes[scalar] = code }
            }
        }
        return table
    }

    private static func convert(_ converter: iconv_t, _ first: UInt8, _ second: UInt8) -> Unicode.Scalar? {
        var input: (CChar, CChar) = (CChar(bitPattern: first), CChar(bitPattern: second))
        var output: UInt32 = 0
        let isWhole = withUnsafeMutableBytes(of: &input) { input in
            withUnsafeMutableBytes(of: &output) { output in
                var (from, to) = (
                    input.bindMemory(to: CChar.self).baseAddress, output.bindMemory(to: CChar.self).baseAddress
                )
                var (left, room) = (2, 4)
                _ = iconv(converter, nil, nil, nil, nil)
                return iconv(converter, &from, &left, &to, &room) == 0 && left == 0 && room == 0
            }
        }
        return isWhole ? Unicode.Scalar(output) : nil
    }
}
