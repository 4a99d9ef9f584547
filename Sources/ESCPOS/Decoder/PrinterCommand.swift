/// One piece of a print stream: a run of text, a command, or bytes nobody knows.
///
/// The pieces of a stream, joined, are the stream: no byte is dropped, changed or counted twice.
package struct PrinterCommand: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// Printable bytes, as Unicode by the code page and the national set in force.
        case text(String)
        /// A command of the table; its parameters start after so many bytes.
        case known(Operation, parametersFrom: Int)
        case unknown
    }

    /// Where the piece starts in the stream, in bytes.
    package let offset: Int
    package let content: Content
    /// False when the stream ended inside the command.
    package let isComplete: Bool
    /// Within the memory of what it came with, which all pieces of that share.
    private let slice: ArraySlice<UInt8>

    init(offset: Int, slice: ArraySlice<UInt8>, content: Content, isComplete: Bool = true) {
        self.offset = offset
        self.slice = slice
        self.content = content
        self.isComplete = isComplete
    }

    /// A copy: who wants the parameters or the count alone asks for those.
    package var bytes: [UInt8] { Array(slice) }
    /// What stands on the paper of a printer that does not know it.
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
