/// Takes a print stream apart, byte by byte.
///
/// However the stream is cut into chunks, the same pieces come out, and joined they are the stream. Nothing makes it
/// trap; what no printer knows is `unknown`. It holds one command at a time, at most `CommandShape.longestCommand` bytes.
public struct StreamDecoder: Sendable {
    /// Longer runs of text come in several pieces.
    static let longestText = 64 * 1024

    private enum State {
        case idle
        case text
        /// An opcode has begun; nil while more than one operation may follow.
        case opcode(Operation?)
        /// The opcode is whole; nothing to decide before `pending` is this long.
        case parameters(CommandShape, until: Int)
    }

    private var state = State.idle
    private var pending: [UInt8] = []
    private var offset = 0
    private var textMode: TextMode

    /// - Parameters:
    ///   - codePages: the pages of the printer by its own numbers.
    ///   - wideText: what its two-byte characters are.
    public init(codePages: CodePageMap = .epson, wideText: WideText? = nil) {
        textMode = TextMode(codePages, wideText)
    }

    /// The pieces that are complete after these bytes; the rest waits.
    public mutating func decode(_ bytes: some Sequence<UInt8>) -> [PrinterCommand] {
        var pieces: [PrinterCommand] = []
        let isTaken: Void? = bytes.withContiguousStorageIfAvailable { take($0, into: &pieces) }
        if isTaken == nil { Array(bytes).withUnsafeBufferPointer { take($0, into: &pieces) } }
        return pieces
    }

    /// Text and data are taken as far as they go, all else byte by byte.
    private mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, into pieces: inout [PrinterCommand]) {
        var position = 0
        while position < bytes.count {
            switch state {
            case .text:
                let end = bytes[position...].prefix(Self.longestText - pending.count).firstIndex { !Self.isText($0) }
                let next = end ?? min(bytes.count, position + Self.longestText - pending.count)
                pending.append(contentsOf: bytes[position..<next])
                position = next
                // What follows begins anew; a run that ends with the bytes may go on with the next.
                if position < bytes.count { emitText(into: &pieces) }
            case .parameters(let shape, let until) where until - pending.count > 1:
                let next = min(bytes.count, position + until - pending.count)
                pending.append(contentsOf: bytes[position..<next])
                position = next
                if pending.count >= until { measure(shape, into: &pieces) }
            case .idle, .opcode, .parameters:
                take(bytes[position], into: &pieces)
                position += 1
            }
        }
    }

    /// What is left when the stream ends: a run of text, or a command that was cut off.
    public mutating func finish() -> [PrinterCommand] {
        var pieces: [PrinterCommand] = []
        switch state {
        case .idle: break
        case .text: emitText(into: &pieces)
        case .opcode(let operation): emitCutOff(operation, from: pending.count, into: &pieces)
        case .parameters(let shape, _): emitCutOff(shape.operation, from: shape.parametersFrom, into: &pieces)
        }
        return pieces
    }

    /// True between commands and runs of text: what follows starts anew.
    public var isBetweenCommands: Bool {
        switch state {
        case .idle, .text: true
        case .opcode, .parameters: false
        }
    }

    private mutating func take(_ byte: UInt8, into pieces: inout [PrinterCommand]) {
        switch state {
        case .idle: begin(with: byte, into: &pieces)
        case .text:
            if !Self.isText(byte) || pending.count == Self.longestText {
                emitText(into: &pieces)
                begin(with: byte, into: &pieces)
            } else {
                pending.append(byte)
            }
        case .opcode:
            pending.append(byte)
            identify(into: &pieces)
        case .parameters(let shape, let until):
            pending.append(byte)
            if pending.count >= until { measure(shape, into: &pieces) }
        }
    }

    private mutating func begin(with byte: UInt8, into pieces: inout [PrinterCommand]) {
        pending.append(byte)
        if Self.isText(byte) {
            state = .text
        } else {
            identify(into: &pieces)
        }
    }

    private static func isText(_ byte: UInt8) -> Bool { byte >= 0x20 }

    private mutating func identify(into pieces: inout [PrinterCommand]) {
        switch CommandTable.match(pending) {
        case .shape(let shape): measure(shape, into: &pieces)
        case .stem(let operation): state = .opcode(operation)
        case .none: emitUnknown(into: &pieces)
        }
    }

    private mutating func measure(_ shape: CommandShape, into pieces: inout [PrinterCommand]) {
        let opcode = shape.opcode.count
        switch shape.extent(of: pending[opcode...]) {
        case .atLeast(let count): state = .parameters(shape, until: opcode + count)
        case .exactly(let count) where opcode + count > pending.count:
            state = .parameters(shape, until: opcode + count)
        case .exactly(let count):
            let excess = Array(pending[(opcode + count)...])
            pending.removeLast(excess.count)
            emit(.known(shape.operation, parametersFrom: shape.parametersFrom), into: &pieces)
            for byte in excess { take(byte, into: &pieces) }
        case .impossible: emitUnknown(into: &pieces)
        }
    }

    /// An unknown command takes the byte that made it so with it, unless that byte surely begins something else.
    private mutating func emitUnknown(into pieces: inout [PrinterCommand]) {
        let introducers: [UInt8] = [0x0A, 0x10, 0x1B, 0x1C, 0x1D]
        guard pending.count > 1, let last = pending.last, introducers.contains(last) else {
            return emit(.unknown, into: &pieces)
        }
        pending.removeLast()
        emit(.unknown, into: &pieces)
        begin(with: last, into: &pieces)
    }

    private mutating func emitText(into pieces: inout [PrinterCommand]) {
        emit(.text(textMode.text(of: pending)), into: &pieces)
    }

    private mutating func emitCutOff(_ operation: Operation?, from start: Int, into pieces: inout [PrinterCommand]) {
        let content = operation.map { PrinterCommand.Content.known($0, parametersFrom: start) } ?? .unknown
        emit(content, isComplete: false, into: &pieces)
    }

    private mutating func emit(
        _ content: PrinterCommand.Content, isComplete: Bool = true, into pieces: inout [PrinterCommand]
    ) {
        let piece = PrinterCommand(offset: offset, bytes: pending, content: content, isComplete: isComplete)
        pieces.append(piece)
        textMode.follow(piece)
        offset += pending.count
        pending = []
        state = .idle
    }
}
