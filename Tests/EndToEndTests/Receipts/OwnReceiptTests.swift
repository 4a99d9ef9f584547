import Foundation
import Testing

/// `till pay --receipt FILE`: a kiosk's own goods on the receipts.
@Suite struct OwnReceiptTests {
    private static func document(total: Int = 890, lines: [Int] = [390, 500]) -> String {
        let goods = lines.enumerated().map {
            #"{"name":"Blätterteig \#($0 + 1)","quantity":1,"total":{"minorUnits":\#($1),"currency":"EUR"}}"#
        }
        return #"{"lines":[\#(goods.joined(separator: ","))],"total":{"minorUnits":\#(total),"currency":"EUR"},"#
            + #""references":[{"label":"Rechnung","value":"R-17"}],"footer":["Bis bald"]}"#
    }

    private static let tipped: String =
        String(document(lines: [390, 400]).dropLast()) + #","tip":{"minorUnits":100,"currency":"EUR"}}"#

    private static let badQuantity: String =
        document().replacing(#""quantity":1"#, with: #""quantity":4111111111111111"#)

    /// Documents and command-line arguments that do not go together.
    private static let refused: [(String, [String])] = [
        (document(), ["--amount", "8.91"]), (document(), ["--tip", "1.00"]),
        (document(lines: [390]), []), (document(total: 900), []),
        (#"{"lines":[]}"#, ["--amount", "8.90"]), ("[]", ["--amount", "8.90"]), ("", ["--amount", "8.90"]),
        (#"{"total":{"minorUnits":890,"currency":"EUR"},"lnies":[1]}"#, []),
        (#"{"total":{"minorUnits":890,"currency":"EUR"},"total":{"minorUnits":1,"currency":"EUR"}}"#, []),
        (#"{"total":{"minorUnits":890,"currency":"EUR"},"footer":["4111 1111 1111 1111"]}"#, []),
        (document(lines: [4_111_111_111_111_111, -4_111_111_111_110_221]), []), (badQuantity, []),
        (document(), ["--currency", "USD"]),
        // A tip in the file adds nothing to an amount given on the command line.
        (tipped, ["--amount", "7.90"]), (tipped, ["--amount", "8.90"]),
    ]

    private static func pay(_ kiosk: Kiosk, _ document: String, _ more: String...) async throws -> Ending {
        try Data(document.utf8).write(to: URL(fileURLWithPath: kiosk.path("own.json")))
        return try await kiosk.startTill(
            ["pay", "--receipt", kiosk.path("own.json"), "--reader", kiosk.reader, "--printer", kiosk.printer] + more
        ).end()
    }

    @Test func theKiosksOwnGoodsAreOnTheReceipt() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let paid = try await Self.pay(kiosk, Self.document(), "--amount", "8.90", "--key", "k")
            #expect(paid.code == 0, "\(paid)")
            let shown = try await kiosk.till("receipts", "show", "last", "--copy", "customer")
            for words in ["Blätterteig 1", "Blätterteig 2", "R-17", "Bis bald"] {
                #expect(shown.output.contains(words), "\(shown)")
            }
            #expect(try kiosk.terminalJournal().standingCharges.map(\.amountMinor) == [890])
            // A used key with other goods is a different request.
            let other = try await Self.pay(kiosk, Self.document(lines: [400, 490]), "--amount", "8.90", "--key", "k")
            #expect(other.code == 8, "\(other)")
            let same = try await Self.pay(kiosk, Self.document(), "--key", "k")
            #expect(same.code == 0, "\(same)")
            #expect(try kiosk.terminalJournal().requests.count == 1)
            #expect(try await kiosk.till("journal", "verify").code == 0)
        }
    }

    @Test(arguments: refused)
    func whatIsNotOfWhatIsChargedIsRefusedBeforeMoneyMoves(_ document: String, _ more: [String]) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            try Data(document.utf8).write(to: URL(fileURLWithPath: kiosk.path("own.json")))
            let refused = try await kiosk.startTill(
                ["pay", "--receipt", kiosk.path("own.json"), "--reader", kiosk.reader, "--printer", kiosk.printer]
                    + more
            ).end()
            #expect(refused.code == 65, "\(refused)")
            #expect(try kiosk.terminalJournal().requests.isEmpty)
        }
    }
}
