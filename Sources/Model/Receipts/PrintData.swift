/// The bytes of a print job, and where they may be parted: between two of the printer's commands.
///
/// The writer of the commands marks their ends, so that no other code has to find them again in the bytes.
package struct PrintData: Hashable, Sendable {
    package private(set) var bytes: [UInt8]
    /// The ends of commands, as offsets in ascending order. The last one is the end of the bytes.
    private var ends: [Int]
    /// The ends of those commands that reset the printer, and with it all that it was asked to report.
    private var resets: Set<Int> = []

    /// Bytes that stay together: no command, one, or several.
    package init(_ bytes: [UInt8] = []) {
        self.bytes = bytes
        ends = bytes.isEmpty ? [] : [bytes.count]
    }

    /// Bytes with the ends of their commands.
    ///
    /// - Parameters:
    ///   - ends: offsets in ascending order.
    ///   - resets: those of them whose command resets the printer.
    package init(_ bytes: [UInt8], ends: [Int], resets: Set<Int> = []) {
        self.bytes = bytes
        self.ends = ends.last == bytes.count || bytes.isEmpty ? ends : ends + [bytes.count]
        self.resets = resets
    }

    /// The parts between the marked ends, in order.
    package var parts: [(bytes: ArraySlice<UInt8>, resets: Bool)] {
        zip([0] + ends, ends).map { (bytes[$0..<$1], resets.contains($1)) }
    }

    /// The first bytes, as of a job that was cut off.
    package func prefix(_ count: Int) -> PrintData {
        PrintData(
            Array(bytes.prefix(count)), ends: ends.filter { $0 <= count }, resets: resets.filter { $0 <= count })
    }

    package static func + (first: PrintData, second: PrintData) -> PrintData {
        let offset = first.bytes.count
        return PrintData(
            first.bytes + second.bytes, ends: first.ends + second.ends.map { $0 + offset },
            resets: first.resets.union(second.resets.map { $0 + offset }))
    }
}

extension PrintData: ExpressibleByArrayLiteral {
    package init(arrayLiteral bytes: UInt8...) { self.init(bytes) }
}
