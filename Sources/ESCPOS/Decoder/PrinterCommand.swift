/// One piece of a print stream: text, a command, or unknown bytes.
///
/// The pieces, joined, are the stream: no byte is dropped, changed or repeated.
package struct PrinterCommand: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// Printable bytes, converted to Unicode by the current code page and national set.
        case text(String)
        /// A known command, and the offset of its parameters.
        case known(Operation, parametersFrom: Int)
        case unknown
    }

    /// The offset of the piece in the stream, in bytes.
    package let offset: Int
    package let content: Content
    /// False when the stream ended inside the command.
    package let isComplete: Bool
    /// A slice of the chunk's memory, which its pieces share.
    private let slice: ArraySlice<UInt8>

    init(offset: Int, slice: ArraySlice<UInt8>, content: Content, isComplete: Bool = true) {
        self.offset = offset
        self.slice = slice
        self.content = content
        self.isComplete = isComplete
    }

    /// A copy of the bytes. For the parameters or the count alone, no copy is needed.
    package var bytes: [UInt8] { Array(slice) }
    /// The letters that a printer prints when it does not know the command.
    package var letters: [UInt8] { slice.filter { 0x20..<0x7F ~= $0 } }

    package var count: Int { slice.count }

    package var operation: Operation? {
        if case .known(let operation, _) = content { operation } else { nil }
    }

    /// The bytes after the opcode; empty for text and unknown bytes.
    package var parameters: ArraySlice<UInt8> {
        if case .known(_, let start) = content { slice.dropFirst(start) } else { [] }
    }
}
