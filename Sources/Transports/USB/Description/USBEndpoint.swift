package struct USBEndpoint: Hashable, Sendable {
    package enum Transfer: UInt8, Hashable, Sendable {
        case control = 0
        case isochronous, bulk, interrupt
    }

    /// The endpoint's address; bit 7 is set for input.
    package var address: UInt8
    package var transfer: Transfer
    /// The packet size in bytes; 0 only for defective devices.
    package var packetSize: Int

    package init(_ address: UInt8, _ transfer: Transfer, packetSize: Int) {
        self.address = address
        self.transfer = transfer
        self.packetSize = packetSize
    }

    package var isInput: Bool { address & 0x80 != 0 }
}
