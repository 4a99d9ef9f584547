struct TerminalReceiptLine: Equatable, Sendable {
    /// The attribute byte of ZVT, in hexadecimal: 40 centred, 20 double width, 10 double height.
    var attribute: UInt8 = 0
    var text: String
}
