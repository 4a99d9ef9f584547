import Model
import Readers

/// The place where a till sends something else than in the recording.
package struct Divergence: Hashable, Sendable {
    /// The number of the record in the trace, counted from one; nil when nothing more was expected.
    package let record: Int?
    let expected: LinePiece.Content?
    let said: LinePiece.Content
    /// The offset of the first different byte, counted from zero.
    package let offset: Int

    init(record: Int?, expected: LinePiece.Content?, said: LinePiece.Content, at offset: Int) {
        self.record = record
        self.expected = expected
        self.said = said
        self.offset = offset
    }

    package var sentence: Sentence {
        guard let record, let expected else {
            return Sentence("failure.replay.diverged.more", ["now": said.shown])
        }
        return Sentence(
            "failure.replay.diverged",
            ["record": record, "offset": offset, "then": expected.shown, "now": said.shown])
    }

    /// Telegrams with the time of day, which always differs.
    private static let clocks: Set<[UInt8]> = [[0x06, 0x91]]

    /// The first difference; nil when both mean the same. Both are masked, so secrets never differ.
    static func offset(
        of said: LinePiece.Content, from expected: LinePiece.Content, _ framing: LineFraming
    ) -> Int? {
        guard said != expected else { return nil }
        let (one, other) = (said.bytes(framing), expected.bytes(framing))
        let head = framing == .serial ? 2 : 0
        let control = Array(one.dropFirst(head).prefix(2))
        if clocks.contains(control), control == Array(other.dropFirst(head).prefix(2)) { return nil }
        // A telegram that is masked only now is equal if its bytes are equal.
        guard one != other else { return nil }
        return zip(one, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            ?? min(one.count, other.count)
    }
}

extension LinePiece.Content {
    fileprivate var shown: Sentence {
        switch self {
        case .telegram(let bytes, _): Sentence(stored: bytes.hexadecimal)
        case .control(let byte): Sentence(stored: [byte].hexadecimal)
        case .damaged(let count): Sentence("detail.line.damaged", ["count": count])
        case .brokenOff(let count): Sentence("detail.line.brokenOff", ["count": count])
        case .noise(let count): Sentence("detail.line.noise", ["count": count])
        }
    }
}
