/// How one command looks on the wire: its opcode, its named parameters, and where it ends.
///
/// A class, so that a decoder looks at it and does not copy it.
final class CommandShape: Sendable {
    let operation: Operation
    let opcode: [UInt8]
    let fields: [Field]
    /// The last byte of the opcode is the parameter m, which decides what follows.
    let hasSelector: Bool
    /// Names of the first bytes of counted data, where the command has a second level (`cn`, `fn`).
    let inner: [String]
    /// Bytes of all fields together.
    let head: Int
    /// How many bytes of the command come before its first parameter.
    let parametersFrom: Int
    private let ending: Ending

    /// A parameter of fixed size, least significant byte first.
    enum Field: Sendable {
        case byte(String)
        case word(String)
        case signedWord(String)
        case long(String)

        var size: Int {
            switch self {
            case .byte: 1
            case .word, .signedWord: 2
            case .long: 4
            }
        }

        var name: String {
            switch self {
            case .byte(let name), .word(let name), .signedWord(let name), .long(let name): name
            }
        }

        /// The value of exactly `size` bytes.
        func value(of bytes: [UInt8]) -> Int {
            let magnitude = bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
            if case .signedWord = self { return Int(Int16(truncatingIfNeeded: magnitude)) }
            return magnitude
        }
    }

    enum Ending: Sendable {
        /// After the fields.
        case fixed
        /// After this many bytes of data; the fields are there when it is asked. Nil: no printer takes this.
        case data(@Sendable (_ fields: ArraySlice<UInt8>) -> Int?)
        /// The command knows its own end; asked after every byte.
        case own(@Sendable (_ parameters: ArraySlice<UInt8>) -> Extent)
    }

    /// What is known about the length of the parameters.
    enum Extent: Sendable, Equatable {
        /// Not to be told before this many are here.
        case atLeast(Int)
        case exactly(Int)
        /// These parameters make no command.
        case impossible
    }

    /// More than any printer's memory; a command that claims more is not one. The limit of what the decoder holds.
    static let longestCommand = 16 * 1024 * 1024

    init(
        _ operation: Operation, _ opcode: [UInt8], _ fields: [Field] = [], hasSelector: Bool = false,
        inner: [String] = [], ending: Ending = .fixed
    ) {
        self.operation = operation
        self.opcode = opcode
        self.fields = fields
        self.hasSelector = hasSelector
        self.inner = inner
        self.ending = ending
        head = fields.reduce(0) { $0 + $1.size }
        parametersFrom = hasSelector ? opcode.count - 1 : opcode.count
    }

    var isFixed: Bool { if case .fixed = ending { true } else { false } }

    func extent(of parameters: ArraySlice<UInt8>) -> Extent {
        guard parameters.count >= head else { return .atLeast(head) }
        switch ending {
        case .fixed: return .exactly(head)
        case .data(let count):
            guard let count = count(parameters.prefix(head)), count <= Self.longestCommand else {
                return .impossible
            }
            return .exactly(head + count)
        case .own(let extent): return extent(parameters)
        }
    }

    /// `ESC @`, `GS v 0`, `DLE EOT`: the command as manuals write it, without a selecting parameter.
    var notation: String { opcode.prefix(parametersFrom).map(Self.spelling).joined(separator: " ") }

    private static func spelling(_ byte: UInt8) -> String {
        let controls: [UInt8: String] = [
            0x00: "NUL", 0x04: "EOT", 0x05: "ENQ", 0x07: "BEL", 0x09: "HT", 0x0A: "LF", 0x0C: "FF", 0x0D: "CR",
            0x10: "DLE", 0x14: "DC4", 0x18: "CAN", 0x1B: "ESC", 0x1C: "FS", 0x1D: "GS", 0x20: "SP",
        ]
        if let name = controls[byte] { return name }
        return byte > 0x20 && byte < 0x7F ? String(UnicodeScalar(byte)) : String(byte)
    }
}
