import Hardware
import Model

extension NEO2Command {
    /// `02-40`: waits for a card for some seconds and reads it for this amount (NEO 2 IDG p. 210).
    package static func activate(_ amount: Money, _ kind: TransactionKind, seconds: UInt8) -> NEO2Command {
        var data = [seconds]
        data += [0x9C, 1, kind == .payment ? 0x00 : 0x20]
        data += [0x5F, 0x2A, 2] + BCD.bytes(Int64(amount.currency.number), count: 2)
        data += [0x5F, 0x36, 1, UInt8(amount.currency.exponent)]
        data += [0x9F, 0x02, 6] + BCD.bytes(amount.minorUnits, count: 6)
        return NEO2Command(activation, 0x40, data)
    }

    /// The amount (tag 9F02) of an activation.
    package var amountMinor: Int64? {
        guard command == Self.activation, let place = data.firstRange(of: [0x9F, 0x02, 6]),
            data.count >= place.upperBound + 6
        else { return nil }
        return BCD.number(data[place.upperBound..<place.upperBound + 6])
    }
}

/// The result of an activation: an attribution byte and data objects, of which the sensitive ones are encrypted (NEO 2 IDG
/// p. 231). Only contactless cards are supported; a swipe has another format.
enum NEO2CardRead {
    enum Refusal: Error, Hashable {
        case malformed
        /// The reader does not encrypt, or sent card data in the clear.
        case notEncrypted
        case notContactless
    }

    /// Bits 6 and 7 of the attribution byte: which cards' data is encrypted.
    private static let encryption: UInt8 = 0xC0
    /// Bits 3 and 0 of the attribution byte: a contactless card.
    private static let captured: UInt8 = 0b1001
    private static let contactless: UInt8 = 0b0001

    /// The part of the result that may be shown.
    static func masked(_ data: [UInt8]) throws(Refusal) -> MaskedCard {
        guard let attribution = data.first else { throw .malformed }
        guard attribution & captured == contactless else { throw .notContactless }
        guard let objects = NEO2Object.all(in: data.dropFirst()) else { throw .malformed }
        let isKeyed = objects.contains { $0.tag == Tag.keySerialNumber }
        let isOpen = objects.contains { Tag.sensitive.contains($0.tag) && $0.form == .clear && !$0.value.isEmpty }
        guard attribution & encryption != 0, isKeyed, !isOpen else { throw .notEncrypted }
        return MaskedCard(objects)
    }

    enum Tag {
        static let keySerialNumber: UInt32 = 0xDFEE12
        static let number: UInt32 = 0x5A
        static let track2: UInt32 = 0x57
        /// The tags of the card number and the tracks, standard and proprietary.
        static let sensitive: Set<UInt32> = [
            number, track2, 0x56, 0x9F6B, 0xDFEF17, 0xDFEF18, 0xFFEE13, 0xFFEE14,
        ]
        /// The tags of objects that contain objects: a clearing record, and the maker's own.
        static let groups: Set<UInt32> = [0xE1, 0xFFEE01]
        static let label: UInt32 = 0x50
        static let applicationIDs: [UInt32] = [0x9F06, 0x84, 0x4F]
    }
}

/// A data object `tag length value`. Its length also tells whether the value is encrypted or masked.
///
/// Source: ID TECH 80000502-001 "Encrypted Data Output Formats": bits 6 and 5 of a length byte in the long form. Checked
/// against a published record of such a reader: masked `57 A1 12 …` and `5A A1 08 …`, encrypted `57 C1 18 …` and `5A C1 10
/// …`.
///
/// Some firmware encrypts without these bits and sends masked values in tags of its own (`DFEF5B`, `DFEF5D`). That looks
/// like a card in the clear and is refused like one.
struct NEO2Object: Hashable {
    enum Form { case clear, masked, encrypted }

    let tag: UInt32
    let form: Form
    let value: ArraySlice<UInt8>

    /// The most objects; more than any card has.
    private static let most = 200

    /// All objects, including those inside groups. Nil when the bytes are not data objects. Zeros between objects are
    /// padding.
    static func all(in bytes: ArraySlice<UInt8>, isGroup: Bool = false) -> [NEO2Object]? {
        var objects: [NEO2Object] = []
        var rest = bytes.drop { $0 == 0 }
        while !rest.isEmpty {
            guard objects.count < most, let object = next(&rest) else { return nil }
            objects.append(object)
            if !isGroup, NEO2CardRead.Tag.groups.contains(object.tag), object.form == .clear {
                guard let members = all(in: object.value, isGroup: true) else { return nil }
                objects += members
            }
            rest = rest.drop { $0 == 0 }
        }
        return objects
    }

    private static func next(_ rest: inout ArraySlice<UInt8>) -> NEO2Object? {
        guard let tag = takeTag(&rest), let (form, length) = takeLength(&rest), rest.count >= length else { return nil }
        defer { rest = rest.dropFirst(length) }
        return NEO2Object(tag: tag, form: form, value: rest.prefix(length))
    }

    /// Reads a tag of up to four bytes, as in BER.
    private static func takeTag(_ rest: inout ArraySlice<UInt8>) -> UInt32? {
        guard let first = rest.popFirst() else { return nil }
        var tag = UInt32(first)
        guard first & 0x1F == 0x1F else { return tag }
        for _ in 0..<3 {
            guard let next = rest.popFirst() else { return nil }
            tag = tag << 8 | UInt32(next)
            if next & 0x80 == 0 { return tag }
        }
        return nil
    }

    private static func takeLength(_ rest: inout ArraySlice<UInt8>) -> (Form, Int)? {
        guard let first = rest.popFirst() else { return nil }
        guard first & 0x80 != 0 else { return (.clear, Int(first)) }
        var length = 0
        guard (1...2).contains(first & 0x1F) else { return nil }
        for _ in 0..<first & 0x1F {
            guard let next = rest.popFirst() else { return nil }
            length = length << 8 | Int(next)
        }
        return (first & 0x40 != 0 ? .encrypted : first & 0x20 != 0 ? .masked : .clear, length)
    }
}

extension MaskedCard {
    fileprivate init(_ objects: [NEO2Object]) {
        func value(_ tag: UInt32, _ form: NEO2Object.Form) -> ArraySlice<UInt8>? {
            objects.first { $0.tag == tag && $0.form == form }?.value
        }
        let number = value(NEO2CardRead.Tag.number, .masked) ?? value(NEO2CardRead.Tag.track2, .masked)
        let name = value(NEO2CardRead.Tag.label, .clear).map { String(decoding: $0, as: UTF8.self) }
        let application = NEO2CardRead.Tag.applicationIDs.lazy.compactMap { value($0, .clear) }.first
        self.init(
            lastDigits: number.flatMap(Self.lastDigits), name: name.flatMap(Self.printable),
            applicationID: application.map { BCD.digits($0) }, technology: .contactless)
    }

    /// The last digits of a packed number, before any separator and filler. Masked digits are `C`.
    private static func lastDigits(_ packed: ArraySlice<UInt8>) -> String? {
        let last = BCD.digits(packed).prefix { $0 != "D" && $0 != "F" }.suffix(4)
        return last.count == 4 && last.allSatisfy { ("0"..."9").contains($0) } ? String(last) : nil
    }

    /// The cardholder name without unexpected characters. Any bytes may be in this field, digits too.
    private static func printable(_ name: String) -> String? {
        let isName = (1...16).contains(name.count) && name.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        return isName && !CardData.isIn(name) ? name : nil
    }
}
