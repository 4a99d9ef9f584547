import Model
import Testing

@testable import Readers

/// Telegrams that are just readable, and telegrams that just are not.
@Suite struct PacketBoundaryTests {
    // MARK: Packed digits

    @Test func aPackedNumberHasDecimalDigitsAndEighteenAtMost() {
        #expect(BCD.number([0x12, 0x34]) == 1234)
        #expect(BCD.number([]) == 0)
        #expect(BCD.number([UInt8](repeating: 0x99, count: 9)) == 999_999_999_999_999_999)
        #expect(BCD.number([UInt8](repeating: 0, count: 10)) == nil)
        for byte in [0xA0, 0x0A, 0xFF, 0x9A] as [UInt8] { #expect(BCD.number([0x01, byte]) == nil) }
        #expect(BCD.isDecimal([0x99, 0x00]) && !BCD.isDecimal([0x99, 0x9A]))
    }

    @Test func aNumberIsPackedWithLeadingZeros() {
        #expect(BCD.bytes(0, count: 2) == [0, 0])
        #expect(BCD.bytes(1234, count: 3) == [0x00, 0x12, 0x34])
        #expect(BCD.bytes(99, count: 1) == [0x99])
        var bytes: [UInt8] = [0xAB]
        BCD.write(105, count: 2, to: &bytes)
        #expect(bytes == [0xAB, 0x01, 0x05])
    }

    @Test(
        arguments: [
            ("", []), ("1", [0x1F]), ("12", [0x12]), ("123", [0x12, 0x3F]), ("0099", [0x00, 0x99]),
            ("AFaf", [0xAF, 0xAF]),
            ("b", [0xBF]), ("D9e", [0xD9, 0xEF]),
        ] as [(String, [UInt8])])
    func hexadecimalDigitsArePackedAndFilledUp(_ digits: String, _ packed: [UInt8]) {
        #expect(BCD.packing(digits) == packed)
        var bytes: [UInt8] = [0x01]
        BCD.write(digits, to: &bytes)
        #expect(bytes == [0x01] + packed)
    }

    @Test(arguments: ["/", ":", "@", "G", "`", "g", "1 2", "12é"])
    func whatIsNoHexadecimalDigitIsNotPacked(_ digits: String) {
        #expect(BCD.packing(digits) == nil)
    }

    // MARK: Clock and calendar

    @Test func aTimeIsOneThatAClockShows() {
        for (hour, minute, second) in [(0, 0, 0), (23, 59, 59), (12, 0, 60)] {
            #expect(StatusInformation.Time(hour: hour, minute: minute, second: second) != nil)
        }
        for (hour, minute, second) in [(24, 0, 0), (-1, 0, 0), (0, 60, 0), (0, -1, 0), (0, 0, 61), (0, 0, -1)] {
            #expect(StatusInformation.Time(hour: hour, minute: minute, second: second) == nil)
        }
        #expect(StatusInformation.Time(235_901) == StatusInformation.Time(hour: 23, minute: 59, second: 1))
        #expect(StatusInformation.Time(hour: 23, minute: 5, second: 1)?.number == 230_501)
    }

    @Test func aDateIsOneThatACalendarHas() {
        for (month, day) in [(1, 1), (12, 31)] { #expect(StatusInformation.Date(month: month, day: day) != nil) }
        for (month, day) in [(0, 1), (13, 1), (1, 0), (1, 32)] {
            #expect(StatusInformation.Date(month: month, day: day) == nil)
        }
        #expect(StatusInformation.Date(1231) == StatusInformation.Date(month: 12, day: 31))
        #expect(StatusInformation.Date(month: 2, day: 29)?.number == 229)
    }

    // MARK: Contents of a status

    private static func status(_ fields: String, _ objects: [TLV] = []) throws -> StatusInformation {
        let body = [UInt8](hex: fields)
        guard
            case .statusInformation(var information) = try Telegram(
                decoding: [0x04, 0x0F, UInt8(body.count)] + body)
        else { throw PacketError(.notDecimal, at: 0) }
        information.objects += objects
        return information
    }

    @Test func zerosStandForNoNumber() throws {
        let told = try #require(try Self.status("27 00 87 00 00 0B 00 00 00").transactionResult)
        #expect(told.receiptNumber == nil && told.trace == nil)
        let numbered = try #require(
            try Self.status("27 00 87 00 01 0B 00 00 02 88 00 00 03 17 00 04").transactionResult)
        #expect(numbered.receiptNumber == 1 && numbered.trace == 2)
        #expect(numbered.turnoverNumber == 3 && numbered.cardSequenceNumber == 4)
        #expect(try Self.status("87 00 01").transactionResult == nil, "without a result code it is none")
        #expect(try Self.status("27 00 87 FF FF").receiptNumber == nil)
    }

    @Test(
        arguments: [
            ("27 00 0B 00 00 05 37 00 00 04", 4), ("27 00 0B 00 00 05 37 00 00 00", nil), ("27 00 0B 00 00 05", nil),
            ("27 00 0B 00 00 00 37 00 00 00", 0), ("27 00 37 00 00 00", nil), ("27 00 0B 00 00 05 37 FF FF FF", 0),
        ] as [(String, Int?)])
    func aReversalNamesWhatItReverses(_ fields: String, _ original: Int?) throws {
        #expect(try Self.status(fields).originalTrace == original)
    }

    @Test(arguments: [
        "27 00 27 05", "04 00 00 00 00 00 01 04 00 00 00 00 00 02", "49 09 78 49 07 56",
        "87 00 01 87 00 02", "0B 00 00 01 0B 00 00 02", "37 00 00 01 37 00 00 02", "29 12 34 56 78 29 12 34 56 79",
    ])
    func whatAPaymentIsJudgedByIsToldOnceOrAlike(_ fields: String) throws {
        #expect(throws: PacketError.self) { try Self.status(fields) }
        let half = fields.prefix((fields.count - 1) / 2)
        _ = try Self.status("\(half) \(half)")
        _ = try Self.status("88 00 00 01 \(half) 88 00 00 02 \(half)")
        #expect(throws: PacketError.self) { try Self.status("88 00 00 01 \(half) 88 00 00 01 " + fields) }
    }

    @Test func ofWhatIsToldTwiceTheFirstCounts() throws {
        #expect(try Self.status("27 00 88 00 00 01 88 00 00 02").turnoverNumber == 1)
        #expect(throws: PacketError.self) { try Self.status("27 00 04 00 00 00 00 0A 00") }
        #expect(throws: PacketError.self) { try Self.status("27 00 49 0A 78") }
    }

    @Test(
        arguments: [(0, CardTechnology.magneticStripe), (1, .chip), (2, .contactless), (3, nil), (0xFF, nil)]
            as [(UInt8, CardTechnology?)])
    func howTheCardWasReadIsByItsTag(_ code: UInt8, _ technology: CardTechnology?) throws {
        #expect(try Self.status("27 00", [TLV(TLVTag.technology, [code])]).technology == technology)
        #expect(try Self.status("27 00").technology == nil)
    }

    @Test(
        arguments: [
            (0, HolderVerification.none), (1, .signature), (2, .onlinePIN), (3, .offlinePIN), (4, .offlinePIN),
            (5, .offlinePINAndSignature), (6, .offlinePINAndSignature), (7, .onlinePINAndSignature), (8, .unknown),
        ] as [(UInt8, HolderVerification)])
    func howTheHolderWasIdentifiedIsByItsTag(_ code: UInt8, _ verification: HolderVerification) throws {
        let told = try Self.status("27 00", [TLV(TLVTag.holderVerification, [code])])
        #expect(told.holderVerification == verification)
        #expect(told.transactionResult?.holderVerification == verification)
        #expect(try Self.status("27 00").holderVerification == nil)
    }

    @Test func textsLoseTheirBlanksAndDigitsTheirPadding() {
        #expect("  ab c ".trimmed == "ab c" && "   ".trimmed.isEmpty && "".trimmed.isEmpty && "x".trimmed == "x")
        #expect("1234FF".withoutPadding == "1234" && "F".withoutPadding.isEmpty && "F1".withoutPadding == "F1")
    }

    @Test func ofACardNumberTheLastDigitsBeforeItsExpiryAreKept() throws {
        var told = try Self.status("27 00")
        for (number, digits) in [("EEEE1234", "1234"), ("EE12D2812", "12"), ("EEEE", nil), ("123456", "3456")] {
            told.accountNumber = number
            #expect(told.transactionResult?.panLastDigits == digits)
        }
    }

    // MARK: Totals

    @Test func totalsBySchemeHaveOneLayout() throws {
        var bytes: [UInt8] = [0x00, 0x07, 0x00, 0x12]
        for scheme in 1...7 as ClosedRange<UInt8> { bytes += [scheme, 0, 0, 0, 0, 0, scheme] }
        let totals = try #require(SchemeTotals(bytes))
        #expect(bytes.count == 53 && totals.firstReceipt == 7 && totals.lastReceipt == 12)
        #expect(totals.schemes.map(\.count) == Array(1...7))
        #expect(totals.schemes.map(\.amountMinor) == (1...7).map { Int64($0) })
        #expect(totals.schemes.map(\.scheme) == CardScheme.allCases)
        #expect(SchemeTotals(Array(bytes.dropLast())) == nil && SchemeTotals(bytes + [0]) == nil)
        var odd = bytes
        odd[5] = 0xAA
        #expect(SchemeTotals(odd) == nil)
        odd = bytes
        odd[0] = 0xFF
        #expect(SchemeTotals(odd)?.firstReceipt == nil && SchemeTotals(odd)?.lastReceipt == 12)
    }

    @Test func onlyCardsThatAllTerminalsCountAlikeHaveAScheme() {
        let known: [UInt8: CardScheme] = [
            2: .girocard, 5: .girocard, 6: .mastercard, 8: .americanExpress, 10: .visa, 11: .visa, 12: .diners,
            14: .jcb,
        ]
        for type in UInt8.min...UInt8.max { #expect(CardScheme(cardType: type) == known[type]) }
    }

    // MARK: Lengths and headers

    @Test func aVariableLengthIsWrittenInDigits() throws {
        #expect(try Self.status("27 00 8B F0 F3 41 42 00").cardName == "AB")
        for length in ["00 F3", "F0 FA", "E0 F3"] {
            #expect(throws: PacketError.self) { try Self.status("27 00 8B \(length) 41 42 00") }
        }
        #expect(
            try Self.status("27 00 3C F0 F1 F2 \((0..<12).map { _ in "41" }.joined(separator: " "))").additionalText
                == "AAAAAAAAAAAA")
        #expect(throws: PacketError.self) { try Self.status("27 00 FE 01") }
    }

    @Test(arguments: TransactionCommand.Kind.allCases) func everyFieldOfACommandIsReadAsItWasWritten(
        _ kind: TransactionCommand.Kind
    ) throws {
        var command = TransactionCommand(kind)
        if kind.hasPassword { command.password = Password("012345") }
        (command.receipt, command.amountMinor, command.currency) = (.number(42), 1250, 978)
        (command.paymentType, command.timeoutSeconds) = (0x44, 30)
        (command.trace, command.approvalCode) = (123, "AB12")
        let told = try Telegram(decoding: Telegram.transaction(command).bytes)
        #expect(told == .transaction(command))
    }

    @Test func whatIsNotWholeHasNoControlField() {
        func told(_ hex: String) -> DecodedTelegram { DecodedTelegram([UInt8](hex: hex)) }
        #expect(told("06").control == 0 && told("06 0F").control == 0)
        #expect(told("06 0F 00").control == 0x060F)
        #expect(told("80 00 00").isResponse && told("84 9C 00").isResponse && !told("04 FF 01 0A").isResponse)
        #expect(!told("").isResponse)
        #expect(told("04 FF 01 0A").firstByte == 0x0A && told("06 0F 00").firstByte == nil)
        #expect(told("04 FF FF 01 00 0A").firstByte == nil)
    }

    @Test func openReservationsAreToldByTheirErrorAlone() throws {
        func named(_ hex: String) throws -> [Int]? {
            let body = [UInt8](hex: hex)
            guard case .aborted(let told) = try Telegram(decoding: [0x06, 0x1E, UInt8(body.count)] + body) else {
                return nil
            }
            return told.openPreauthorisations?.map(\.receiptNumber)
        }
        #expect(try named("B8 87 00 12") == [12])
        #expect(try named("B8 87 FF FF") == [])
        #expect(try named("B8") == nil)
        #expect(try named("6C 87 00 12") == nil)
    }
}
