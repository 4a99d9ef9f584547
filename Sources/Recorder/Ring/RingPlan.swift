/// Which file of a ring is written to, and which go: the arithmetic, without a file.
package struct RingPlan: Hashable, Sendable {
    /// Segments in a full ring, the one that is written to included.
    package static let segments = 8
    private static let beginning = "trace-"
    private static let ending = ".jsonl"

    /// A segment that has as many bytes is full; the last record may go beyond it.
    package let segmentBytes: Int

    /// A ring of about so many bytes.
    package init(bytes: Int) {
        precondition(bytes >= Self.segments, "a ring without room")
        segmentBytes = bytes / Self.segments
    }

    /// `trace-00000007.jsonl`.
    static func name(_ number: Int) -> String {
        let digits = String(number)
        return beginning + String(repeating: "0", count: max(0, 8 - digits.count)) + digits + ending
    }

    /// Nil for a file that is not of the ring.
    static func number(_ name: String) -> Int? {
        guard name.hasPrefix(beginning), name.hasSuffix(ending) else { return nil }
        let digits = name.dropFirst(beginning.count).dropLast(ending.count)
        guard let number = Int(digits), number > 0, number < Int.max, Self.name(number) == name else { return nil }
        return number
    }

    /// The segment to write to when this is the newest, and it has so many bytes.
    func segment(newest: Int?, bytes: Int) -> Int {
        guard let newest else { return 1 }
        return bytes < segmentBytes ? newest : newest + 1
    }

    /// What there is no room for beside the newest.
    static func surplus(_ numbers: Set<Int>) -> [Int] { numbers.sorted().dropLast(segments) }
}
