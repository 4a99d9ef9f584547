/// One entry point for untrusted bytes, and what must hold whatever they are.
///
/// `scripts/fuzz` looks for bytes that break the target; the tests replay what was found, and mutations of the seeds.
/// Both run the same `check`.
struct FuzzTarget: Sendable {
    let name: String
    /// The length beyond which inputs show nothing new.
    let longestInput: Int
    /// Valid inputs to begin with, from our fixtures.
    let seeds: @Sendable () throws -> [[UInt8]]
    /// Makes a long input from a short one, to find work that grows faster than its input.
    var stretch: @Sendable ([UInt8]) throws -> [UInt8] = { FuzzTarget.repeated($0, from: 2) }
    /// Throws the promise that these bytes break. A trap, or taking seconds, is a find as well.
    let check: @Sendable ([UInt8]) throws -> Void

    static let all: [FuzzTarget] = [
        frame, telegram, dialogue, reader, text, printStream, receipt, order, configuration,
    ]

    static let stretchedLength = 48 * 1_024

    /// Repeats what follows the first `start` bytes over and over.
    static func repeated(_ bytes: [UInt8], from start: Int) -> [UInt8] {
        let content = bytes.dropFirst(start)
        guard !content.isEmpty else { return bytes }
        let times = max(1, stretchedLength / content.count)
        return Array(bytes.prefix(start)) + repeatElement(content, count: times).joined()
    }

    static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// A promise that does not hold.
struct Broken: Error, CustomStringConvertible {
    let description: String
}

/// Throws `Broken` with this sentence unless the promise holds.
func promise(_ sentence: @autoclosure () -> String, _ holds: Bool) throws {
    guard holds else { throw Broken(description: sentence()) }
}

/// An input read from its front: first the bytes that decide how the rest is used. Past the end everything is zero or
/// empty.
struct FuzzInput {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func bytes(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func remaining() -> [UInt8] { bytes(rest.count) }
}
