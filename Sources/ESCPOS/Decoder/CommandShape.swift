/// The layout of a command: its opcode, its named parameters, and how its length is found.
///
/// It is a class, so that decoders share it instead of copying it.
final class CommandShape: Sendable {
    let operation: Operation
    let opcode: [UInt8]
    let fields: [Field]
    /// Whether the last byte of the opcode is the parameter m, which decides what follows.
    let hasSelector: Bool
    /// The names of the first bytes of counted data, for commands with functions (`cn`, `fn`).
    let inner: [String]
    /// The length of all fields together, in bytes.
    let head: Int
    /// The offset of the first parameter in the command.
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

        /// The value of the field's bytes.
        func value(of bytes: [UInt8]) -> Int {
            let magnitude = bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
            if case .signedWord = self { return Int(Int16(truncatingIfNeeded: magnitude)) }
            return magnitude
        }
    }

    enum Ending: Sendable {
        /// The command ends behind its fields.
        case fixed
        /// The command ends after this many bytes of data, computed from its fields; nil when no printer accepts them.
        case data(@Sendable (_ fields: ArraySlice<UInt8>) -> Int?)
        /// The content decides; asked after every byte.
        case own(@Sendable (_ parameters: ArraySlice<UInt8>) -> Extent)
    }

    /// What is known about the length of the parameters.
    enum Extent: Sendable, Equatable {
        /// The length is unknown until this many bytes are there.
        case atLeast(Int)
        case exactly(Int)
        /// The parameters are no valid command.
        case impossible
    }

    /// The most bytes of a command that the decoder holds, more than any printer's memory. A command that claims more is
    /// none.
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

    /// The command as manuals write it, without a selecting parameter: `ESC @`, `GS v 0`, `DLE EOT`.
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
