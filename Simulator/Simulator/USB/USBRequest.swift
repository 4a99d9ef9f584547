import Glibc

/// One request of a host to an endpoint, like a URB of the kernel. Its sender chooses the id, and it ends exactly once.
package struct USBRequest: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The eight bytes of the request.
        case control([UInt8])
        case stream
    }

    package let id: UInt64
    /// The address of the endpoint, with bit 7 set for reading; 0 for control requests in either direction.
    package let endpoint: UInt8
    package let kind: Kind
    /// The data for the device.
    package let data: [UInt8]
    /// The most bytes that may come from the device.
    package let room: Int
    /// Whether an empty packet follows data that fills its last packet.
    package let endsEmpty: Bool

    package init(
        id: UInt64, endpoint: UInt8, kind: Kind = .stream, data: [UInt8] = [], room: Int = 0, endsEmpty: Bool = false
    ) {
        self.id = id
        self.endpoint = endpoint
        self.kind = kind
        self.data = data
        self.room = room
        self.endsEmpty = endsEmpty
    }
}
