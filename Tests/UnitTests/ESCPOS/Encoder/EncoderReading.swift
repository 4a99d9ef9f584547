import ESCPOS
import Receipts

/// Reads a job as a printer would. It knows exactly the commands that the encoder may send, and reports any other
/// control byte.
struct EncoderReading {
    private(set) var commands: [[UInt8]] = []
    /// The text of each line, read by the code page that is selected.
    private(set) var lines: [String] = [""]
    /// The number of cells on each line; wide characters count twice.
    private(set) var cells: [Int] = [0]
    /// Control bytes outside of every known command.
    private(set) var stray: [UInt8] = []
    private var page: CodePage?
    private var factor = 1

    private static let lengths: [[UInt8]: Int] = [
        [0x1B, 0x40]: 2, [0x1B, 0x52]: 3, [0x1B, 0x74]: 3, [0x1B, 0x4D]: 3, [0x1B, 0x45]: 3, [0x1B, 0x2D]: 3,
        [0x1D, 0x42]: 3, [0x1D, 0x21]: 3, [0x1D, 0x56]: 4, [0x1C, 0x2E]: 2,
    ]

    init(_ bytes: [UInt8], pages: CodePageMap) {
        var rest = bytes[...]
        while let byte = rest.first {
            if let length = Self.length(rest), rest.count >= length {
                take(Array(rest.prefix(length)), pages)
                rest = rest.dropFirst(length)
            } else {
                take(byte)
                rest = rest.dropFirst()
            }
        }
    }

    private static func length(_ bytes: ArraySlice<UInt8>) -> Int? {
        let head = Array(bytes.prefix(8))
        if head.starts(with: [0x1D, 0x76, 0x30]), head.count == 8 {
            return 8 + (Int(head[4]) | Int(head[5]) << 8) * (Int(head[6]) | Int(head[7]) << 8)
        }
        return lengths[Array(head.prefix(2))]
    }

    /// The number of picture strips.
    var strips: Int { commands.filter { $0.starts(with: [0x1D, 0x76, 0x30]) }.count }
    var pageSwitches: Int { commands.filter { $0.starts(with: [0x1B, 0x74]) }.count }

    private mutating func take(_ command: [UInt8], _ pages: CodePageMap) {
        commands.append(command)
        if command.starts(with: [0x1B, 0x74]) { page = pages.page(command[2]) }
        if command.starts(with: [0x1D, 0x21]) { factor = Int(command[2] >> 4) + 1 }
    }

    private mutating func take(_ byte: UInt8) {
        if byte == 0x0A {
            lines.append("")
            cells.append(0)
        } else if let scalar = page?.scalar(for: byte) {
            lines[lines.count - 1].unicodeScalars.append(scalar)
            cells[cells.count - 1] += factor
        } else {
            stray.append(byte)
        }
    }
}

extension ESCPOSEncoder {
    /// Lays out one line of plain text for this encoder.
    func encode(_ text: String) -> EncodedLines {
        encode(LaidOutReceipt(columns: columns, lines: [.text([StyledRun(text)])]))
    }

    func read(_ text: String) -> EncoderReading {
        EncoderReading(encode(text).bytes, pages: profile.codePages)
    }
}

extension CodePageMap {
    static let makers: [CodePageMap] = [.epson, .bixolon, .citizen, .xprinter, .pos5890]

    /// A profile with 80 mm paper, this maker's page numbers, and text only.
    var encoder: ESCPOSEncoder { encoder(.none) }

    func encoder(_ graphics: PrinterProfile.Graphics) -> ESCPOSEncoder {
        ESCPOSEncoder(
            profile: PrinterProfile(
                name: "test", widthDots: 576, columnsA: 48, columnsB: 64, codePages: self, cutter: .partial(feed: 0),
                graphics: graphics))
    }
}
