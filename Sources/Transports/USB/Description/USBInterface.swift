/// One alternate setting of an interface.
package struct USBInterface: Hashable, Sendable {
    package var number: UInt8
    package var alternate: UInt8
    /// Class, subclass and protocol (usb.org, defined class codes).
    package var kind: USBClass
    package var endpoints: [USBEndpoint]
    /// Class-specific descriptors, undecoded.
    package var extra: [UInt8]

    package init(
        number: UInt8, alternate: UInt8 = 0, kind: USBClass, endpoints: [USBEndpoint] = [], extra: [UInt8] = []
    ) {
        self.number = number
        self.alternate = alternate
        self.kind = kind
        self.endpoints = endpoints
        self.extra = extra
    }

    func endpoint(_ transfer: USBEndpoint.Transfer, isInput: Bool) -> USBEndpoint? {
        endpoints.first { $0.transfer == transfer && $0.isInput == isInput && $0.packetSize > 0 }
    }
}
