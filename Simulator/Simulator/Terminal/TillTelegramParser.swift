import Model

/// Reads what the till says (ZVT §5, §6), strictly: what this cannot read past is `unknown`, as a real terminal answers `84 83`.
enum TillTelegramParser {
    static func parse(_ telegram: [UInt8]) -> TillTelegram {
        guard let (control, data) = split(telegram) else { return .unknown }
        switch control {
        case 0x8000, 0x8400: return .accepted
        case 0x8401...0x84FF: return .refused(UInt8(control & 0xFF))
        case 0x0600: return registration(data).map { .registration($0) } ?? .unknown
        case 0x0601: return authorisation(data).map { .authorisation($0) } ?? .unknown
        case 0x0501: return serviceByte(data).map { .statusEnquiry(service: $0) } ?? .unknown
        case 0x0620: return serviceByte(data).map { .repeatReceipt(service: $0) } ?? .unknown
        case 0x06B0: return .abort
        default: return .unknown
        }
    }

    private static func split(_ telegram: [UInt8]) -> (control: UInt16, data: ArraySlice<UInt8>)? {
        guard telegram.count >= 3 else { return nil }
        let control = UInt16(telegram[0]) << 8 | UInt16(telegram[1])
        if telegram[2] < 0xFF {
            return telegram.count == 3 + Int(telegram[2]) ? (control, telegram[3...]) : nil
        }
        guard telegram.count >= 5, telegram.count == 5 + Int(telegram[3]) + Int(telegram[4]) << 8 else { return nil }
        return (control, telegram[5...])
    }

    private static func registration(_ data: ArraySlice<UInt8>) -> TerminalRegistration? {
        guard data.count >= 4 else { return data.isEmpty ? .loggedOff : nil }
        var registration = TerminalRegistration(configuration: data[data.startIndex + 3])
        var rest = data.dropFirst(4)
        if let number = number(rest.prefix(2)), rest.count >= 2, Currency(number: number) != nil {
            registration.currency = number
            rest = rest.dropFirst(2)
        }
        guard let fields = fields(rest) else { return nil }
        if let container = fields[0x06] { read(container, into: &registration) }
        return registration
    }

    private static func read(_ container: ArraySlice<UInt8>, into registration: inout TerminalRegistration) {
        for (tag, value) in tags(container) {
            switch tag {
            case 0x12: registration.columns = value.first.map { Int($0) }
            case 0x27:
                let wishes = tags(value).compactMap { $0.tag == 0x14 ? $0.value.first : nil }
                registration.characterSet = wishes.first { TerminalCharacterSets.characterSets.contains($0) }
            case 0x26:
                registration.permitted = tags(value).compactMap { tag, value in
                    guard tag == 0x0A, let high = value.first, let low = value.dropFirst().first else { return nil }
                    return UInt16(high) << 8 | UInt16(low)
                }
            default: break
            }
        }
    }

    private static func authorisation(_ data: ArraySlice<UInt8>) -> AuthorisationRequest? {
        guard let fields = fields(data) else { return nil }
        return AuthorisationRequest(
            amount: fields[0x04].flatMap { number($0) }.map { Int64($0) },
            currency: fields[0x49].flatMap { number($0) },
            responseTimeout: fields[0x01]?.first.map { Int($0) }, longestWait: fields[0x02]?.first.map { Int($0) })
    }

    /// Both `05 01` and `06 20`: password, then perhaps BMP 03.
    private static func serviceByte(_ data: ArraySlice<UInt8>) -> UInt8? {
        guard !data.isEmpty else { return 0 }
        guard data.count >= 3, let fields = fields(data.dropFirst(3)) else { return nil }
        return fields[0x03]?.first ?? 0
    }
}

// MARK: - Fields

extension TillTelegramParser {
    /// Lengths of the fields that a till may send; variable ones by how many length digits stand before them.
    private static let fixed: [UInt8: Int] = [
        0x01: 1, 0x02: 1, 0x03: 1, 0x04: 6, 0x05: 1, 0x0B: 3, 0x0E: 2, 0x19: 1, 0x3A: 2, 0x3B: 8, 0x49: 2, 0x87: 2,
        0x8A: 1,
    ]
    private static let lengthDigits: [UInt8: Int] = [0x22: 2, 0x23: 2, 0x24: 3, 0x2D: 2, 0x3C: 3]

    static func fields(_ data: ArraySlice<UInt8>) -> [UInt8: ArraySlice<UInt8>]? {
        var fields: [UInt8: ArraySlice<UInt8>] = [:]
        var rest = data
        while let name = rest.popFirst() {
            guard let length = length(of: name, &rest), rest.count >= length else { return nil }
            fields[name] = rest.prefix(length)
            rest = rest.dropFirst(length)
        }
        return fields
    }

    private static func length(of name: UInt8, _ rest: inout ArraySlice<UInt8>) -> Int? {
        if name == 0x06 { return tlvLength(&rest) }
        if let length = fixed[name] { return length }
        guard let digits = lengthDigits[name], rest.count >= digits else { return nil }
        let marked = rest.prefix(digits)
        rest = rest.dropFirst(digits)
        guard marked.allSatisfy({ $0 & 0xF0 == 0xF0 && $0 & 0x0F <= 9 }) else { return nil }
        return marked.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
    }

    private static func tlvLength(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard let first = rest.popFirst() else { return nil }
        switch first {
        case 0x00...0x7F: return Int(first)
        case 0x81: return rest.popFirst().map { Int($0) }
        case 0x82:
            guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
            return Int(high) << 8 | Int(low)
        default: return nil
        }
    }

    /// The tags of one container; what cannot be read ends the list.
    static func tags(_ container: ArraySlice<UInt8>) -> [(tag: UInt16, value: ArraySlice<UInt8>)] {
        var tags: [(UInt16, ArraySlice<UInt8>)] = []
        var rest = container
        while let first = rest.popFirst() {
            var tag = UInt16(first)
            if first & 0x1F == 0x1F {
                guard let second = rest.popFirst() else { break }
                tag = tag << 8 | UInt16(second)
            }
            guard let length = tlvLength(&rest), rest.count >= length else { break }
            tags.append((tag, rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return tags
    }

    static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.reduce(into: Int?(0)) { number, byte in
            guard let former = number, byte >> 4 <= 9, byte & 0x0F <= 9 else { return number = nil }
            number = former * 100 + Int(byte >> 4) * 10 + Int(byte & 0x0F)
        }
    }
}
