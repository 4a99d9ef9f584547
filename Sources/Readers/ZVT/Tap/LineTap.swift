import Flow
import Model

/// Listens to both directions of a line and reports what passed, without card data and passwords. Pure: bytes and times go
/// in, pieces come out.
///
/// Only redacted copies of telegrams and numbers of bytes leave it: a damaged telegram may be a card number in any form, and
/// its checksum would help to guess the number.
package struct LineTap: Sendable {
    /// How often noise is reported at least.
    static let longestNoise = Duration.seconds(1)
    /// T1 (PA00P016).
    static let insideBlock = SerialLink.Timing().insideBlock

    private struct Noise {
        let speaker: LinePiece.Speaker
        var count: Int
        let began: Uptime
        var ended: Uptime
    }

    package let framing: LineFraming
    private var till: LineCutter
    private var terminal: LineCutter
    private var printed = SplitNumbers()
    private var noise: Noise?
    /// Whether a block of the till has passed without an answer. Only then is a byte an ACK or a NAK.
    private var owesAnswer = false

    package init(_ framing: LineFraming) {
        self.framing = framing
        till = LineCutter(framing)
        terminal = LineCutter(framing)
    }

    /// Takes the bytes of one side.
    package mutating func passed(_ bytes: [UInt8], from speaker: LinePiece.Speaker, at now: Uptime) -> [LinePiece] {
        var pieces: [LinePiece] = []
        for byte in bytes {
            let cuts = speaker == .till ? till.take(byte, at: now) : terminal.take(byte, at: now)
            for cut in cuts { pieces += piece(cut, from: speaker, at: now) }
        }
        return pieces
    }

    /// Call this after a pause in which nothing was received.
    package mutating func silence(at now: Uptime) -> [LinePiece] {
        guard let cut = terminal.silence(of: Self.insideBlock, at: now) else { return [] }
        return piece(cut, from: .terminal, at: now)
    }

    /// The line has ended: reports everything incomplete.
    package mutating func ended(at now: Uptime) -> [LinePiece] {
        let tillsRest = till.end().map { piece($0, from: .till, at: now) } ?? []
        let terminalsRest = terminal.end().map { piece($0, from: .terminal, at: now) } ?? []
        return tillsRest + terminalsRest + takeNoise()
    }

    private mutating func piece(_ cut: LineCutter.Cut, from speaker: LinePiece.Speaker, at now: Uptime) -> [LinePiece] {
        let began = speaker == .till ? till.began : terminal.began
        func told(_ content: LinePiece.Content) -> [LinePiece] {
            takeNoise() + [LinePiece(speaker, content, began: began, ended: now)]
        }
        switch cut {
        case .telegram(let telegram):
            if speaker == .till { owesAnswer = framing == .serial }
            return told(masked(telegram, from: speaker))
        case .outside(let byte):
            guard isControl(byte, from: speaker) else { return add(1, from: speaker, at: now) }
            return told(.control(byte))
        case .damaged(let count): return told(.damaged(count))
        case .brokenOff(let count): return told(.brokenOff(count))
        case .noise(let count): return add(count, from: speaker, at: now)
        }
    }

    private mutating func isControl(_ byte: UInt8, from speaker: LinePiece.Speaker) -> Bool {
        guard byte == SerialBlock.ack || byte == SerialBlock.nak else { return false }
        // The till sends no digits outside of blocks.
        guard speaker == .terminal else { return true }
        defer { owesAnswer = false }
        return owesAnswer
    }
}

// MARK: - Masking

extension LineTap {
    /// The classes of ZVT's telegrams; the document has no others.
    private static let classes: Set<UInt8> = [0x04, 0x05, 0x06, 0x08, 0x0F, 0x80, 0x84]

    private mutating func masked(_ telegram: [UInt8], from speaker: LinePiece.Speaker) -> LinePiece.Content {
        let decoded = DecodedTelegram(telegram)
        var shown = decoded.redacted
        if speaker == .terminal { printed.mask(&shown, texts: decoded.texts, of: decoded) }
        // Without a checksum the bytes may be no telegram, and the header may be digits of a card number.
        if framing == .stream, let first = shown.first, !Self.classes.contains(first) {
            shown.replaceSubrange(0..<2, with: [Redaction.erased, Redaction.erased])
        }
        return .telegram(framing == .serial ? SerialBlock.encode(shown) : shown, isMasked: shown != telegram)
    }
}

/// Masks card numbers and expiry dates that are split over lines of text or over the telegrams with these lines.
///
/// A trace is written at once, so what may be the beginning of a card number is masked before its end has arrived.
private struct SplitNumbers {
    /// How many bytes are remembered; more than may separate two parts of a number.
    private static let memory = 256
    private static let lineFeed: UInt8 = 0x0A

    /// The end of the last printed text, as the terminal sent it.
    private var former: [UInt8] = []

    mutating func mask(_ telegram: inout [UInt8], texts: [Range<Int>], of decoded: DecodedTelegram) {
        guard decoded.control == Control.printLine || decoded.control == Control.printTextBlock else {
            if !decoded.isResponse { former = [] }
            return
        }
        let joined = texts.reduce(into: former) { $0 += [Self.lineFeed] + telegram[$1] }
        let masked = CardData.maskedEnd(CardData.masked(printed: joined))
        var place = former.count
        for text in texts {
            place += 1
            telegram.replaceSubrange(text, with: masked[place..<place + text.count])
            place += text.count
        }
        former = joined.suffix(Self.memory)
    }
}

// MARK: - Noise

extension LineTap {
    private mutating func add(_ count: Int, from speaker: LinePiece.Speaker, at now: Uptime) -> [LinePiece] {
        guard var noise, noise.speaker == speaker, now < noise.began + Self.longestNoise else {
            defer { noise = Noise(speaker: speaker, count: count, began: now, ended: now) }
            return takeNoise()
        }
        noise.count += count
        noise.ended = now
        self.noise = noise
        return []
    }

    private mutating func takeNoise() -> [LinePiece] {
        guard let noise else { return [] }
        self.noise = nil
        return [LinePiece(noise.speaker, .noise(noise.count), began: noise.began, ended: noise.ended)]
    }
}
