import Glibc

/// The bytes that a handler wants written, in order, with how many of them the line has accepted.
struct LineBacklog {
    private var bytes: [UInt8] = []
    private var accepted = 0

    var isEmpty: Bool { accepted == bytes.count }

    /// The bytes that the line has not accepted yet.
    var rest: ArraySlice<UInt8> { bytes[accepted...] }

    /// Ends the line when more bytes than `LineLimits.longestBacklog` would wait.
    mutating func add(_ more: [UInt8]) throws(LineEnding) {
        guard rest.count + more.count <= LineLimits.longestBacklog else {
            throw .lost(.system(errno: ENOBUFS, during: .writing))
        }
        bytes += more
    }

    mutating func accept(_ count: Int) { accepted += count }

    /// Forgets the accepted bytes once there are no others. Returns whether there were any.
    mutating func clear(keepingCapacity capacity: Int) -> Bool {
        guard isEmpty, accepted > 0 else { return false }
        bytes.removeAll(keepingCapacity: bytes.capacity <= capacity)
        accepted = 0
        return true
    }
}
