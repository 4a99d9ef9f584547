package struct USBClass: Hashable, Sendable {
    package var code: UInt8
    package var subclass: UInt8
    package var proto: UInt8

    package init(_ code: UInt8, _ subclass: UInt8, _ proto: UInt8) {
        self.code = code
        self.subclass = subclass
        self.proto = proto
    }
}
