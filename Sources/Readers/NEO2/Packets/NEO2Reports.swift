import Hardware

/// Transmits frames over HID, in reports of 64 bytes whose first byte tells which part of a frame follows (NEO 2 IDG p. 42).
package struct NEO2Reports: Sendable {
    /// The length of a report, including its id.
    package static let length = 64

    enum Part: UInt8 {
        /// A whole frame.
        case single = 1
        case first = 2
        case middle = 3
        case last = 4
    }

    private var report: [UInt8] = []
    private var hasBegun = false

    /// Reserves the buffer once, because a reallocation would leave card data in freed memory.
    package init() { report.reserveCapacity(Self.length) }

    /// The reports of a frame, each of `length` bytes, padded with zeros.
    package static func encode(_ frame: [UInt8]) -> [[UInt8]] {
        let size = length - 1
        let starts = Array(stride(from: 0, to: max(frame.count, 1), by: size))
        return starts.enumerated().map { index, start in
            let piece = frame[start..<min(start + size, frame.count)]
            return [part(index, of: starts.count).rawValue] + piece + Array(repeating: 0, count: size - piece.count)
        }
    }

    private static func part(_ index: Int, of count: Int) -> Part {
        switch (index, count) {
        case (_, 1): .single
        case (0, _): .first
        case (count - 1, _): .last
        default: .middle
        }
    }

    /// The part of a frame in one report.
    package struct Piece: Hashable, Sendable {
        /// Whether the part begins a new frame; collected bytes belong to an earlier one.
        package let begins: Bool
        package let bytes: [UInt8]
    }

    /// The parts of frames in these bytes, however they are segmented. Reports of unknown kinds, and middles and ends
    /// without a beginning, are skipped.
    package mutating func receive(_ bytes: [UInt8]) -> [Piece] {
        var pieces: [Piece] = []
        for byte in bytes {
            report.append(byte)
            guard report.count == Self.length else { continue }
            if let piece = take(report) { pieces.append(piece) }
            forget()
        }
        return pieces
    }

    /// Drops an incomplete report: the next byte begins a report.
    package mutating func reset() {
        forget()
        hasBegun = false
    }

    /// Overwrites the collected bytes, which may be card data.
    private mutating func forget() {
        report.wipe()
        report.removeAll(keepingCapacity: true)
    }

    private mutating func take(_ report: [UInt8]) -> Piece? {
        guard let part = Part(rawValue: report[0]) else { return nil }
        switch part {
        case .single, .first:
            hasBegun = part == .first
            return Piece(begins: true, bytes: Array(report.dropFirst()))
        case .middle, .last:
            guard hasBegun else { return nil }
            hasBegun = part == .middle
            return Piece(begins: false, bytes: Array(report.dropFirst()))
        }
    }
}
