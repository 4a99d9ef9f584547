/// Decides which file of a ring is written and which are deleted. Pure arithmetic without files.
package struct RingPlan: Hashable, Sendable {
    /// How many segments a full ring has, including the current one.
    package static let segments = 8
    private static let beginning = "trace-"
    private static let ending = ".jsonl"

    /// The size at which a segment is full; its last record may exceed it.
    package let segmentBytes: Int

    /// Plans a ring of about this size.
    package init(bytes: Int) {
        precondition(bytes >= Self.segments, "a ring without room")
        segmentBytes = bytes / Self.segments
    }

    /// The name of a segment, such as `trace-00000007.jsonl`.
    static func name(_ number: Int) -> String {
        let digits = String(number)
        return beginning + String(repeating: "0", count: max(0, 8 - digits.count)) + digits + ending
    }

    /// The number of a segment; nil for another file.
    static func number(_ name: String) -> Int? {
        guard name.hasPrefix(beginning), name.hasSuffix(ending) else { return nil }
        let digits = name.dropFirst(beginning.count).dropLast(ending.count)
        guard let number = Int(digits), number > 0, number < Int.max, Self.name(number) == name else { return nil }
        return number
    }

    /// The segment to write to, given the newest one and its size.
    func segment(newest: Int?, bytes: Int) -> Int {
        guard let newest else { return 1 }
        return bytes < segmentBytes ? newest : newest + 1
    }

    /// The segments that must be deleted.
    static func surplus(_ numbers: Set<Int>) -> [Int] { numbers.sorted().dropLast(segments) }
}
