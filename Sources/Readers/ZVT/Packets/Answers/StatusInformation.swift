import Model
import ZVTCodes

/// `04 0F`: the outcome of a transaction (ZVT 13.08 §3.1). The fields are optional and in any order.
package struct StatusInformation: Hashable, Sendable {
    /// BMP 27: 0 is success. Without it the telegram says nothing about the outcome.
    package var resultCode: UInt8?
    package var amountMinor: Int64?
    package var trace: Int?
    /// BMP 37: if present, this reverses the transaction with that trace number.
    package var originalTrace: Int?
    package var time: Time?
    package var date: Date?
    /// BMP 0E, `YYMM`. The decoder never fills this; only the simulated terminal sends it.
    package var expiry: String?
    package var cardSequenceNumber: Int?
    /// BMP 19: 40 offline, 50 checked, 60 online, 70 PIN.
    package var kind: UInt8?
    /// BMP 22 as hexadecimal digits; the decoder replaces all but the last four by `E`.
    package var accountNumber: String?
    /// The terminal id, eight digits.
    package var terminalID: String?
    /// The contract (VU) number: 15 characters, padded with blanks.
    package var contractNumber: String?
    package var approvalCode: String?
    package var additionalText: String?
    package var currency: Int?
    /// Nil when the terminal sent FFFF, which means none.
    package var receiptNumber: Int?
    package var turnoverNumber: Int?
    package var cardType: UInt8?
    package var cardName: String?
    /// BMP 60: end-of-day totals, undecoded.
    package var totals: [UInt8]?
    package var hostResultCode: UInt8?
    package var objects: [TLV] = []

    /// Whether it is about one transaction with a card, and no totals.
    var namesCard: Bool {
        totals == nil && (accountNumber != nil || cardType != nil || cardName != nil || approvalCode != nil)
    }

    package init(resultCode: UInt8?) { self.resultCode = resultCode }

    /// Stands for an original trace that is present but no number: still a reversal, of an unknown transaction.
    static let unreadableTrace = 0

    /// A time of day.
    package struct Time: Hashable, Sendable {
        package let hour, minute, second: Int

        /// Nil when it is not a time of day.
        package init?(hour: Int, minute: Int, second: Int) {
            guard 0..<24 ~= hour, 0..<60 ~= minute, 0...60 ~= second else { return nil }
            self.hour = hour
            self.minute = minute
            self.second = second
        }
    }

    /// A date without a year, which the protocol does not have here.
    package struct Date: Hashable, Sendable {
        package let month, day: Int

        /// Nil when it is not a day of a calendar.
        package init?(month: Int, day: Int) {
            guard 1...12 ~= month, 1...31 ~= day else { return nil }
            self.month = month
            self.day = day
        }
    }
}

extension StatusInformation {
    init(_ body: inout TelegramBody) throws(PacketError) {
        let fields = try body.fields()
        // The fields that decide about the payment must be unambiguous and readable; others may be absent or odd.
        try fields.requireAgreement(on: [0x27, 0x04, 0x49, 0x87, 0x0B, 0x37, 0x29])
        resultCode = fields.code(0x27)
        amountMinor = try fields.decimal(0x04).map(Int64.init)
        currency = try fields.decimal(0x49)
        receiptNumber = fields.number(0x87)
        trace = fields.number(0x0B)
        originalTrace = fields.holds(0x37) ? fields.number(0x37) ?? Self.unreadableTrace : nil
        // Some terminals always send this field, with zeros when nothing is reversed. A terminal with long traces (tag 1F2B)
        // has zeros in its own trace too; then it may be a reversal.
        if fields.number(0x37) == 0, trace != 0 { originalTrace = nil }
        terminalID = fields.digits(0x29)
        turnoverNumber = fields.number(0x88)
        time = fields.number(0x0C).flatMap(Time.init)
        date = fields.number(0x0D).flatMap(Date.init)
        cardSequenceNumber = fields.number(0x17)
        kind = fields.code(0x19)
        accountNumber = fields.digits(0x22)?.withoutPadding
        contractNumber = fields.text(0x2A)
        approvalCode = fields.text(0x3B)
        additionalText = fields.text(0x3C)
        cardType = fields.code(0x8A)
        cardName = fields.text(0x8B)
        totals = fields.bytes(0x60)
        hostResultCode = fields.code(0xA0)
        objects = fields.objects
    }

    var apdu: APDU {
        var fields = FieldWriter()
        fields.put(0x27, code: resultCode)
        fields.put(0x04, decimal: amountMinor)
        fields.put(0x0B, decimal: trace)
        if originalTrace == Self.unreadableTrace, trace != 0 {
            // Zeros would say that nothing is reversed.
            fields.put(0x37, [0xFF, 0xFF, 0xFF])
        } else {
            fields.put(0x37, decimal: originalTrace)
        }
        fields.put(0x0C, decimal: time?.number)
        fields.put(0x0D, decimal: date?.number)
        fields.put(0x0E, digits: expiry)
        fields.put(0x17, decimal: cardSequenceNumber)
        fields.put(0x19, code: kind)
        fields.put(0x22, digits: accountNumber)
        fields.put(0x29, digits: terminalID)
        fields.put(0x2A, text: contractNumber, filler: 0x20)
        fields.put(0x3B, text: approvalCode, filler: 0x00)
        fields.put(0x3C, text: additionalText)
        fields.put(0x49, decimal: currency)
        fields.put(0x60, totals)
        fields.put(0x87, decimal: receiptNumber)
        fields.put(0x88, decimal: turnoverNumber)
        fields.put(0x8A, code: cardType)
        fields.put(0x8B, text: cardName.map { $0 + "\0" })
        fields.put(0xA0, code: hostResultCode)
        fields.put(objects)
        return APDU(Control.statusInformation, fields.bytes)
    }
}

extension StatusInformation {
    /// Tag 1F10, at any depth of the container.
    package var holderVerification: HolderVerification? {
        guard let code = objects.value(of: TLVTag.holderVerification)?.first else { return nil }
        return switch code {
        case 0x00: HolderVerification.none
        case 0x01: .signature
        case 0x02: .onlinePIN
        case 0x03, 0x04: .offlinePIN
        case 0x05, 0x06: .offlinePINAndSignature
        case 0x07: .onlinePINAndSignature
        default: .unknown
        }
    }

    /// Tag 1F12.
    package var technology: CardTechnology? {
        switch objects.value(of: TLVTag.technology)?.first {
        case 0x00: .magneticStripe
        case 0x01: .chip
        case 0x02: .contactless
        default: nil
        }
    }

    /// Tag 43, hexadecimal.
    package var applicationID: String? { objects.value(of: TLVTag.applicationID)?.hex }

    /// The part that may be stored: no expiry date, at most four digits of the card. Nil without a result code.
    package var transactionResult: TransactionResult? {
        guard let resultCode else { return nil }
        var result = TransactionResult(resultCode: DeviceCode(zvt: resultCode))
        result.amountMinor = amountMinor
        result.currencyNumber = currency
        // Zero means that the terminal has no number.
        result.receiptNumber = receiptNumber == 0 ? nil : receiptNumber
        result.trace = trace == 0 ? nil : trace
        result.originalTrace = originalTrace
        result.turnoverNumber = turnoverNumber
        result.terminalID = terminalID
        result.month = date?.month
        result.day = date?.day
        result.hour = time?.hour
        result.minute = time?.minute
        result.second = time?.second
        result.approvalCode = approvalCode.map { CardData.masked($0.trimmed) }
        result.cardName = cardName.map { CardData.masked($0.trimmed) }
        result.scheme = cardType.flatMap(CardScheme.init(cardType:))
        result.panLastDigits = accountNumber.flatMap(Self.lastDigits)
        result.cardSequenceNumber = cardSequenceNumber
        result.contractNumber = contractNumber.map { CardData.masked($0.trimmed) }
        result.applicationID = applicationID
        result.technology = technology
        result.holderVerification = holderVerification
        result.additionalText = additionalText.map { CardData.masked($0.trimmed) }
        return result
    }

    private static func lastDigits(_ masked: String) -> String? {
        let number = masked.utf8.prefix { $0 != UInt8(ascii: "D") }
        let digits = number.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return digits.isEmpty ? nil : String(decoding: digits.suffix(CardData.shownDigits), as: UTF8.self)
    }
}

extension StatusInformation.Time {
    /// Reads a time of six digits.
    init?(_ number: Int) {
        self.init(hour: number / 10_000, minute: number / 100 % 100, second: number % 100)
    }

    var number: Int { hour * 10_000 + minute * 100 + second }
}

extension StatusInformation.Date {
    /// Reads a date of four digits.
    init?(_ number: Int) {
        self.init(month: number / 100, day: number % 100)
    }

    var number: Int { month * 100 + day }
}

extension String {
    /// The text without surrounding blanks.
    var trimmed: String {
        guard let first = utf8.firstIndex(where: { $0 != 0x20 }), let last = utf8.lastIndex(where: { $0 != 0x20 })
        else {
            return ""
        }
        return String(self[first..<utf8.index(after: last)])
    }

    /// Packed digits without the `F` at their end.
    var withoutPadding: String {
        var digits = self
        while digits.utf8.last == UInt8(ascii: "F") { digits.removeLast() }
        return digits
    }
}
