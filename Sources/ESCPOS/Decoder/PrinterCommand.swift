/// One piece of a print stream: a run of text, a command, or bytes nobody knows.
///
/// The pieces of a stream, joined, are the stream: no byte is dropped, changed or counted twice.
public struct PrinterCommand: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        /// Printable bytes, as Unicode by the code page and the national set in force.
        case text(String)
        /// A command of the table; its parameters start at this index of `bytes`.
        case known(Operation, parametersFrom: Int)
        case unknown
    }

    /// Where the piece starts in the stream, in bytes.
    public let offset: Int
    public let bytes: [UInt8]
    public let content: Content
    /// False when the stream ended inside the command.
    public let isComplete: Bool

    public init(offset: Int, bytes: [UInt8], content: Content, isComplete: Bool = true) {
        self.offset = offset
        self.bytes = bytes
        self.content = content
        self.isComplete = isComplete
    }

    public var operation: Operation? {
        if case .known(let operation, _) = content { operation } else { nil }
    }

    /// The bytes after the opcode; empty for text and unknown bytes.
    public var parameters: ArraySlice<UInt8> {
        if case .known(_, let start) = content { bytes.dropFirst(start) } else { [] }
    }
}
