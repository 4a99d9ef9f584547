/// Takes a print stream apart.
///
/// However the stream is cut into chunks, the same pieces come out, and joined they are the stream. Nothing makes it
/// trap; what no printer knows is `unknown`. It holds one command at a time, at most `CommandShape.longestCommand` bytes.
package struct StreamDecoder: Sendable {
    /// Longer runs of text come in several pieces.
    static let longestText = 64 * 1024

    /// What is known of the piece that has begun; commands by their place in the table.
    private enum State {
        case idle
        case text
        /// An opcode has begun.
        case opcode(stem: Int)
        /// The opcode is whole; nothing to decide before the piece is this long.
        case parameters(shape: Int, until: Int)
    }

    private let commands = CommandTable.tree

    private var state = State.idle
    /// The bytes at hand, from the piece that has begun on.
    private var bytes: [UInt8] = []
    /// Of the first of them in the stream.
    private var offset = 0
    /// Where the piece begins, and how far it was looked at, in `bytes`.
    private var (start, end) = (0, 0)
    private var textMode: TextMode

    /// - Parameters:
    ///   - codePages: the pages of the printer by its own numbers.
    ///   - wideText: what its two-byte characters are.
    package init(codePages: CodePageMap = .epson, wideText: WideText? = nil) {
        textMode = TextMode(codePages, wideText)
    }

    /// As a printer of that profile reads it: what it does not understand changes nothing.
    package init(for profile: PrinterProfile) {
        textMode = TextMode(profile.codePages, profile.wideText, profile)
    }

    /// The pieces that are complete after these bytes; the rest waits.
    package mutating func decode(_ chunk: some Sequence<UInt8>) -> [PrinterCommand] {
        bytes.append(contentsOf: chunk)
        var pieces: [PrinterCommand] = []
        while goOn(into: &pieces) {}
        // The pieces keep the memory they are in; what is left of it moves on.
        if start > 0 {
            (offset, end) = (offset + start, end - start)
            bytes = Array(bytes[start...])
            start = 0
        }
        return pieces
    }

    /// What is left when the stream ends: a run of text, or a command that was cut off.
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

    /// True between commands and runs of text: what follows starts anew.
    package var isBetweenCommands: Bool {
        switch state {
        case .idle, .text: true
        case .opcode, .parameters: false
        }
    }

    /// One step; false when it takes more bytes.
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
        // A run that ends with the bytes may go on with the next.
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

    /// An unknown command takes the byte that made it so with it, unless that byte surely begins something else.
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
