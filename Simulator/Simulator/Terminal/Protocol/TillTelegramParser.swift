import Model

/// Parses the till's telegrams (ZVT §5, §6) strictly: what it cannot read is `unknown`, which a real terminal answers
/// by `84 83`.
enum TillTelegramParser {
    static func parse(_ telegram: [UInt8]) -> TillTelegram {
        guard let (control, data) = split(telegram) else { return .unknown }
        switch control {
        case 0x8000, 0x8400: return .accepted
        case 0x849D: return partOfGoods(data).map { .issuedInPart($0) } ?? .refused(0x9D)
        case 0x8401...0x84FF: return .refused(UInt8(control & 0xFF))
        case 0x0600: return registration(data).map { .registration($0, password: password(data)) } ?? .unknown
        case 0x0602: return data.isEmpty ? .logOff : .unknown
        case 0x0501: return serviceByte(data).map { .statusEnquiry(service: $0, isBare: data.isEmpty) } ?? .unknown
        case 0x0620: return repeatReceipt(data).map { .repeatReceipt($0) } ?? .unknown
        case 0x0670: return diagnosis(data).map { .diagnosis($0) } ?? .unknown
        case 0x0691: return clock(data).map { .setClock($0) } ?? .unknown
        case 0x06B0: return .abort
        default: return moneyOrAdministration(control, data) ?? .unknown
        }
    }

    private static func moneyOrAdministration(_ control: UInt16, _ data: ArraySlice<UInt8>) -> TillTelegram? {
        if let command = commands[control] { return transaction(command, data) }
        guard let administration = administrations[control], let password = password(data),
            fields(data.dropFirst(3)) != nil
        else { return nil }
        return .administration(administration, password: password)
    }

    private static let commands: [UInt16: TerminalJournal.Command] = [
        0x0601: .payment, 0x0622: .reservation, 0x0623: .partialRelease, 0x0624: .bookTotal, 0x0625: .release,
        0x0630: .reversal, 0x0631: .refund,
    ]
    private static let administrations: [UInt16: TerminalAdministration] = [
        0x0610: .turnoverTotals, 0x0650: .endOfDay, 0x0693: .initialisation,
    ]

    private static func transaction(_ command: TerminalJournal.Command, _ data: ArraySlice<UInt8>) -> TillTelegram? {
        let hasPassword = command == .reversal || command == .refund
        if hasPassword, data.count < 3 { return nil }
        guard let fields = fields(hasPassword ? data.dropFirst(3) : data) else { return nil }
        if command == .partialRelease, fields[0x87].map(Array.init) == [0xFF, 0xFF] { return .openReservations }
        // An amount, a currency and a receipt are digits.
        guard ([0x04, 0x49, 0x87] as [UInt8]).allSatisfy({ fields[$0].map { number($0) != nil } ?? true }) else {
            return nil
        }
        return .transaction(
            TransactionRequest(
                command: command, password: hasPassword ? password(data) : nil,
                amount: fields[0x04].flatMap { number($0) }.map { Int64($0) },
                currency: fields[0x49].flatMap { number($0) }, receipt: fields[0x87].flatMap { number($0) },
                responseTimeout: fields[0x01]?.first.map { Int($0) }, longestWait: fields[0x02]?.first.map { Int($0) }))
    }

    /// The password of six digits; nil when it is missing.
    private static func password(_ data: ArraySlice<UInt8>) -> String? {
        guard data.count >= 3, number(data.prefix(3)) != nil else { return nil }
        return data.prefix(3).map { String($0 >> 4) + String($0 & 0x0F) }.joined()
    }

    private static func partOfGoods(_ data: ArraySlice<UInt8>) -> Int64? {
        fields(data)?[0x04].flatMap { number($0) }.map { Int64($0) }
    }

    private static func repeatReceipt(_ data: ArraySlice<UInt8>) -> RepeatRequest? {
        guard !data.isEmpty else { return RepeatRequest() }
        guard data.count >= 3, let fields = fields(data.dropFirst(3)) else { return nil }
        return RepeatRequest(
            service: fields[0x03]?.first ?? 0, receipt: tag(0x1F01, in: fields) ?? 1, password: password(data))
    }

    private static func diagnosis(_ data: ArraySlice<UInt8>) -> UInt8? { fields(data).map { tag(0x1B, in: $0) ?? 1 } }

    private static func tag(_ tag: UInt16, in fields: [UInt8: ArraySlice<UInt8>]) -> UInt8? {
        fields[0x06].flatMap { tags($0).first { $0.tag == tag }?.value.first }
    }

    private static func clock(_ data: ArraySlice<UInt8>) -> TerminalTime? {
        guard let fields = fields(data), let date = fields[0xAA].flatMap({ number($0) }),
            let time = fields[0x0C].flatMap({ number($0) })
        else { return nil }
        let told = TerminalTime(
            year: 2000 + date / 10_000, month: date / 100 % 100, day: date % 100, hour: time / 10_000,
            minute: time / 100 % 100, second: time % 100)
        return TerminalTime(seconds: told.seconds) == told ? told : nil
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
                registration.wishedCharacterSets = tags(value).compactMap { $0.tag == 0x14 ? $0.value.first : nil }
            case 0x26:
                registration.permitted = tags(value).compactMap { tag, value in
                    guard tag == 0x0A, let high = value.first, let low = value.dropFirst().first else { return nil }
                    return UInt16(high) << 8 | UInt16(low)
                }
            default: break
            }
        }
    }

    /// The service byte of `05 01`, whose data is the password, optionally followed by BMP 03.
    private static func serviceByte(_ data: ArraySlice<UInt8>) -> UInt8? {
        guard !data.isEmpty else { return 0 }
        guard data.count >= 3, let fields = fields(data.dropFirst(3)) else { return nil }
        return fields[0x03]?.first ?? 0
    }
}

// MARK: - Fields

extension TillTelegramParser {
    /// The lengths in bytes of the fields that a till may send. Variable fields are in `lengthDigits`, by the number of
    /// their length digits.
    private static let fixed: [UInt8: Int] = [
        0x01: 1, 0x02: 1, 0x03: 1, 0x04: 6, 0x05: 1, 0x0B: 3, 0x0C: 3, 0x0E: 2, 0x19: 1, 0x3A: 2, 0x3B: 8, 0x49: 2,
        0x87: 2,
        0x8A: 1, 0xAA: 3,
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

    /// The tags of one container, up to the first unreadable one.
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
