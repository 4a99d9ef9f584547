import Glibc

/// Bytes that a printer takes for a real-time request anywhere, some even within data: `DLE EOT`, `DLE ENQ` and `DLE DC4`.
/// Within a picture they would be answered, clear the buffer, or open the drawer.
package enum RealTimeSequence {
    private static let introducer: UInt8 = 0x10

    /// The offsets of such sequences in these bytes.
    package static func places(in bytes: ArraySlice<UInt8>) -> [Int] {
        bytes.withUnsafeBytes { bytes in
            var places: [Int] = []
            guard let start = bytes.baseAddress else { return places }
            var next = 0
            while next + 1 < bytes.count, let found = memchr(start + next, Int32(introducer), bytes.count - 1 - next) {
                let place = UnsafeRawPointer(found) - start
                if [0x04, 0x05, 0x14].contains(bytes[place + 1]) { places.append(place) }
                next = place + 1
            }
            return places
        }
    }

    /// Sets one more dot at each place where a request would be.
    static func remove(fromDots bytes: inout [UInt8], from start: Int) {
        for place in places(in: bytes[start...]) { bytes[start + place] |= 0x08 }
    }
}
