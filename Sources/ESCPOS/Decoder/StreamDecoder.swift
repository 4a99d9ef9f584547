/// Splits a print stream into its pieces.
///
/// The pieces do not depend on how the stream is cut into chunks, and joined they are the stream. Any bytes are accepted;
/// unknown ones are `unknown`. The decoder holds one command at a time, at most `CommandShape.longestCommand` bytes.
package struct StreamDecoder: Sendable {
    /// The most bytes of one text piece; longer texts are split.
    static let longestText = 64 * 1024

    /// The state of the current piece; commands are indexes in the table.
    private enum State {
        case idle
        case text
        /// Inside an opcode.
        case opcode(stem: Int)
        /// Behind the opcode; the next decision is at this length.
        case parameters(shape: Int, until: Int)
    }

    private let commands = CommandTable.tree

    private var state = State.idle
    /// The bytes from the current piece on.
    private var bytes: [UInt8] = []
    /// The stream offset of the first of them.
    private var offset = 0
    /// The beginning of the current piece and the examined end, in `bytes`.
    private var (start, end) = (0, 0)
    private var textMode: TextMode

    /// - Parameters:
    ///   - codePages: the printer's code pages by number.
    ///   - wideText: the printer's two-byte text.
    package init(codePages: CodePageMap = .epson, wideText: WideText? = nil) {
        textMode = TextMode(codePages, wideText)
    }

    /// Decodes as a printer of this profile does: commands that it does not understand have no effect on text.
    package init(for profile: PrinterProfile) {
        textMode = TextMode(profile.codePages, profile.wideText, profile)
    }

    /// The pieces completed by these bytes; an incomplete one waits.
    package mutating func decode(_ chunk: some Sequence<UInt8>) -> [PrinterCommand] {
        bytes.append(contentsOf: chunk)
        var pieces: [PrinterCommand] = []
        while goOn(into: &pieces) {}
        // The pieces keep their memory; only the rest is moved.
        if start > 0 {
            (offset, end) = (offset + start, end - start)
            bytes = Array(bytes[start...])
            start = 0
        }
        return pieces
    }

    /// The last piece at the end of the stream: text, or an incomplete command.
    package mutating func finish() -> [PrinterCommand] {
        var pieces: [PrinterCommand] = []
        switch state {
        case .idle: break
        case .text: emit(text: bytes.count, into: &pieces)
        case .opcode(let stem): emitCutOff(commands.stems[stem].operation, from: bytes.count, into: &pieces)
        case .parameters(let number, _):
            let shape = commands.shapes[number]
            emitCutOff(shape.operation, from: shape.parametersFrom, into: &pieces)
        }
        return pieces
    }

    /// Whether no piece is incomplete.
    package var isBetweenCommands: Bool {
        switch state {
        case .idle, .text: true
        case .opcode, .parameters: false
        }
    }

    /// Takes one step; returns false when more bytes are needed.
    private mutating func goOn(into pieces: inout [PrinterCommand]) -> Bool {
        switch state {
        case .idle:
            guard start < bytes.count else { return false }
            state = Self.isText(bytes[start]) ? .text : .opcode(stem: 0)
            return true
        case .text: return readText(into: &pieces)
        case .opcode(let stem):
            guard end < bytes.count else { return false }
            identify(commands.next(after: stem, bytes[end]), into: &pieces)
            return true
        case .parameters(let shape, let until):
            guard start + until <= bytes.count else { return false }
            end = start + until
            if commands.facts[shape].isFixed {
                emit(commands.facts[shape].content, to: end, &pieces)
            } else {
                measure(shape, into: &pieces)
            }
            return true
        }
    }

    private static func isText(_ byte: UInt8) -> Bool { byte >= 0x20 }

    private mutating func readText(into pieces: inout [PrinterCommand]) -> Bool {
        let limit = min(bytes.count, start + Self.longestText)
        let found = bytes[end..<limit].firstIndex { !Self.isText($0) }
        end = found ?? limit
        // Text at the end of the bytes may continue in the next chunk.
        guard found != nil || end == start + Self.longestText else { return false }
        emit(text: end, into: &pieces)
        return true
    }

    private mutating func identify(_ next: CommandTree.Next, into pieces: inout [PrinterCommand]) {
        end += 1
        switch next {
        case .command(let shape):
            state = .parameters(shape: shape, until: commands.facts[shape].head)
        case .stem(let stem): state = .opcode(stem: stem)
        case .none: emitUnknown(into: &pieces)
        }
    }

    private mutating func measure(_ number: Int, into pieces: inout [PrinterCommand]) {
        let shape = commands.shapes[number]
        let opcode = shape.opcode.count
        switch shape.extent(of: bytes[(start + opcode)..<end]) {
        case .atLeast(let count): state = .parameters(shape: number, until: opcode + count)
        case .exactly(let count) where start + opcode + count > bytes.count:
            state = .parameters(shape: number, until: opcode + count)
        case .exactly(let count):
            emit(commands.facts[number].content, to: start + opcode + count, &pieces)
        case .impossible: emitUnknown(into: &pieces)
        }
    }

    /// An unknown command includes the byte that made it unknown, unless that byte begins something else.
    private mutating func emitUnknown(into pieces: inout [PrinterCommand]) {
        let beginsAnother = end - start > 1 && [0x0A, 0x10, 0x1B, 0x1C, 0x1D].contains(bytes[end - 1])
        emit(.unknown, to: beginsAnother ? end - 1 : end, &pieces)
    }

    private mutating func emit(text end: Int, into pieces: inout [PrinterCommand]) {
        emit(.text(textMode.text(of: bytes[start..<end])), to: end, &pieces)
    }

    private mutating func emitCutOff(_ operation: Operation?, from start: Int, into pieces: inout [PrinterCommand]) {
        let content = operation.map { PrinterCommand.Content.known($0, parametersFrom: start) } ?? .unknown
        emit(content, to: bytes.count, isComplete: false, &pieces)
    }

    private mutating func emit(
        _ content: PrinterCommand.Content, to end: Int, isComplete: Bool = true, _ pieces: inout [PrinterCommand]
    ) {
        let piece = PrinterCommand(
            offset: offset + start, slice: bytes[start..<end], content: content, isComplete: isComplete)
        textMode.follow(piece)
        pieces.append(piece)
        (start, self.end, state) = (end, end, .idle)
    }
}
