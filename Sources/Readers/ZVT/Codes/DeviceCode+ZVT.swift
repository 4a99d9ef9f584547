import Model

extension DeviceCode {
    /// A result code of ZVT with its reason.
    package init(zvt code: UInt8) { self.init(ZVTResultCode.reason(of: code), number: code) }
}

/// A literal is a code of ZVT: `.refused(code: 0x83)`.
extension DeviceCode: ExpressibleByIntegerLiteral {
    package init(integerLiteral code: UInt8) { self.init(zvt: code) }
}
