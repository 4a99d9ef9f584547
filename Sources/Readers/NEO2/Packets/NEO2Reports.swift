import Hardware

/// How frames travel over HID: in reports of 64 bytes, of which the first says which part of a frame it is
/// (NEO 2 IDG p. 42).
package struct NEO2Reports: Sendable {
    /// With its id.
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

    /// It has room for a report from the start: bytes that are moved stay where they were.
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

    /// What a report brought.
    package struct Piece: Hashable, Sendable {
        /// What was collected before it belongs to another frame.
        package let begins: Bool
        package let bytes: [UInt8]
    }

    /// The pieces of frames in these bytes, however they are segmented. Middles and ends without a beginning, and reports
    /// that are none of these, are passed over.
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

    /// Forgets what has begun: the next byte begins a report.
    package mutating func reset() {
        forget()
        hasBegun = false
    }

    /// Nothing is left where the bytes have been.
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
