import Hardware
import Model

/// Receipt text on its way from a terminal to the journal, in which nothing can be changed afterwards.
///
/// Each text is stored before it is answered, and a card number may begin in one telegram and end in the next. So only
/// as many of the digits at the end of a text are stored as may be shown of a card number. Once the next text shows
/// what the digits are, a corrected form of the texts is stored if it differs.
struct IncomingTexts: Hashable, Sendable {
    private struct Open: Hashable {
        /// The text as the terminal sent it.
        let text: TerminalText
        let stored: TerminalText
    }

    /// The texts that may be stored now.
    struct Stored: Hashable {
        /// The last stored texts in a corrected form; empty if nothing changed.
        let completed: [TerminalText]
        let text: TerminalText
    }

    /// The last complete lines: the word for "expiry" may stand before its date.
    private var before: [PrintedLine] = []
    /// The last texts, from the one in which digits begin that may continue.
    private var open: [Open] = []
    /// The limit of open texts: more than the digits of one card number may be spread over.
    private static let mostOpen = 40

    /// Takes the next text and returns what may be stored.
    mutating func take(_ text: TerminalText) -> Stored {
        let texts = open.map(\.text) + [text]
        let lines = texts.flatMap(\.lines)
        let masked = masked(lines)
        let end = texts.count > Self.mostOpen ? lines.count : lines.count - CardData.openLines(lines.map(\.text))
        let final = Self.cut(masked, as: texts)
        let shown = Self.cut(masked.withMaskedEnd, as: texts)
        let count = Self.count(of: texts, endingBefore: end)
        let stored = count == texts.count ? final[texts.count - 1] : shown[texts.count - 1]
        let completed = close(min(count, open.count), as: final)
        if count == texts.count { before = (before + text.lines).suffix(TerminalText.linesTogether) }
        if count < texts.count { open.append(Open(text: text, stored: stored)) }
        return Stored(completed: completed, text: stored)
    }

    /// Notes that no text follows. Returns the last stored texts in a corrected form; empty if nothing changed.
    mutating func end() -> [TerminalText] {
        guard !open.isEmpty else { return [] }
        let texts = open.map(\.text)
        return close(open.count, as: Self.cut(masked(texts.flatMap(\.lines)), as: texts))
    }

    /// Notes that something other than text follows, so that masked digits stay masked even if more text comes.
    mutating func interrupt() {
        before = (before + open.flatMap(\.text.lines)).suffix(TerminalText.linesTogether)
        open = []
    }

    private mutating func close(_ count: Int, as final: [TerminalText]) -> [TerminalText] {
        let differs = zip(open.prefix(count), final).contains { $0.stored != $1 }
        let completed = differs ? final.prefix(count) + open.dropFirst(count).map(\.stored) : []
        before = (before + open.prefix(count).flatMap(\.text.lines)).suffix(TerminalText.linesTogether)
        open.removeFirst(count)
        return Array(completed)
    }

    private func masked(_ lines: [PrintedLine]) -> [PrintedLine] {
        Array((before + lines).withoutCardData.dropFirst(before.count))
    }

    private static func cut(_ lines: [PrintedLine], as texts: [TerminalText]) -> [TerminalText] {
        var rest = lines[...]
        return texts.map { text in
            defer { rest = rest.dropFirst(text.lines.count) }
            return TerminalText(
                copy: text.copy, lines: Array(rest.prefix(text.lines.count)), endsReceipt: text.endsReceipt)
        }
    }

    private static func count(of texts: [TerminalText], endingBefore end: Int) -> Int {
        var place = 0
        return texts.prefix { text in
            place += text.lines.count
            return place <= end
        }.count
    }
}

extension [PrintedLine] {
    /// The lines with the digits at the end masked that may continue as a card number, if there are more of them than
    /// may be shown.
    fileprivate var withMaskedEnd: [PrintedLine] {
        zip(self, CardData.maskedEnd(lines: map(\.text))).map { line, text in
            var line = line
            line.text = text
            return line
        }
    }
}

extension TerminalText {
    /// Over how many lines an expiry date and the word before it may be spread. Each line may come in its own telegram.
    static let linesTogether = 4
}

extension [TerminalText] {
    /// Everything a terminal printed, without card data.
    var withoutCardData: [TerminalText] {
        let all: [PrintedLine] = flatMap(\.lines)
        var lines = all.withoutCardData[...]
        return map { text in
            defer { lines = lines.dropFirst(text.lines.count) }
            return TerminalText(
                copy: text.copy, lines: [PrintedLine](lines.prefix(text.lines.count)), endsReceipt: text.endsReceipt)
        }
    }
}

extension PaymentMachine {
    /// S7: stores the text, then answers it.
    mutating func store(_ text: TerminalText) -> [Step] {
        let stored = incoming.take(text)
        return complete(stored.completed) + [record(.text(stored.text))]
    }

    /// Completes the texts before a result or an end, which refer to them.
    mutating func completeTexts(before input: Input) -> [Step] {
        switch input {
        case .terminal(.text), .terminal(.accepted), .terminal(.progress), .terminal(.answered),
            .terminal(.openPreauthorisations), .cancel, .goods:
            return []
        case .terminal(.finished): return complete(incoming.end())
        case .terminal(.result), .terminal(.totals), .terminal(.orphanEnded), .begin, .resume, .connected,
            .notConnected,
            .elapsed, .giveUp, .leave, .writeFailed:
            incoming.interrupt()
            return []
        }
    }

    private mutating func complete(_ texts: [TerminalText]) -> [Step] {
        texts.isEmpty ? [] : [record(.textsCompleted(texts))]
    }
}
