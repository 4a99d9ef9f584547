import Model

extension TerminalProfile.CharacterSet {
    /// ZVT tag 14.
    var tag14: UInt8 {
        switch self {
        case .utf8: 0xFE
        case .latin9: 0x0F
        case .latin1: 0x01
        }
    }

    /// The character set of the first tag 14 that names a supported one.
    init?(_ objects: [TLV]) {
        let named = objects.value(of: TLVTag.characterSet)?.first
        guard let set = Self.allCases.first(where: { $0.tag14 == named }) else { return nil }
        self = set
    }
}
