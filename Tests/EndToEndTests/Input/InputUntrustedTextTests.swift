import Foundation
import Testing

/// Text from a shop is never a command, neither to the person's terminal nor to the printer.
@Suite struct InputUntrustedTextTests {
    /// Control sequences that open the cash drawer, cut, reset, clear a screen, write backwards and set a window's
    /// title.
    private static let hostile =
        #"\u001bp\u0000\u0019\u0019\u001dV\u0000\u001b@\u001b[2J\u202e\u001b]0;x\u0007\u0010\u0014"#

    private struct Entry: Decodable {
        let command: String
        let text: String?
    }

    private func plant(_ kiosk: Kiosk, order: Int = 1042) async throws {
        #expect(try await kiosk.till("orders", "list").code == 0)
        try await kiosk.sqlite(
            """
            UPDATE shop_orders SET body = CAST(json_set(CAST(body AS TEXT),
                '$.billing.first_name', json_extract('"Eve\(Self.hostile)"', '$'),
                '$.line_items[0].name', json_extract('"Tea\(Self.hostile)"', '$'),
                '$.tax_lines[0].label', json_extract('"Tax\(Self.hostile)"', '$'),
                '$.customer_note', json_extract('"\(Self.hostile)"', '$')) AS BLOB)
                WHERE order_id = \(order);
            UPDATE shop_order_texts SET text = 'eve ' || text WHERE order_id = \(order);
            """)
    }

    private func expectHarmless(_ text: String, _ what: String) {
        let moves = text.unicodeScalars.filter {
            $0 != "\n" && ($0.properties.generalCategory == .control || $0.properties.generalCategory == .format)
        }
        #expect(moves.isEmpty, "\(what): \(moves.map { String($0.value, radix: 16) }) in \(text)")
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3"), "there is no /usr/bin/sqlite3"))
    func theShopsTextNeverActsAsACommand() async throws {
        try await Kiosk.run { kiosk in
            try await plant(kiosk)
            for command in [
                ["orders", "list"], ["orders", "show", "1042"], ["orders", "show", "1042", "--json"],
                ["orders", "search", "Eve"], ["orders", "list", "--json"],
            ] {
                let shown = try await kiosk.startTill(command).end()
                #expect(shown.code == 0 && shown.output.contains("Eve"), "\(shown)")
                expectHarmless(shown.output + shown.errors, command.joined(separator: " "))
            }
            let demo = try await kiosk.till(
                "demo", "--reader", "simulated", "--scenario", try kiosk.scenario("{\(Kiosk.quick)}"), "--out",
                kiosk.path("out"))
            #expect(demo.code == 0 && demo.output.contains("Tea"), "\(demo)")
            expectHarmless(demo.output + demo.errors, "demo")
            for command in [
                ["receipts", "show", "last"], ["why", "last"], ["reprint", "last"], ["journal", "list"],
            ] {
                let shown = try await kiosk.startTill(command).end()
                #expect(shown.code == 0)
                expectHarmless(shown.output + shown.errors, command.joined(separator: " "))
            }
        }
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3"), "there is no /usr/bin/sqlite3"))
    func onPaperItIsNoOtherCommandThanInAnHonestReceipt() async throws {
        try await Kiosk.run { kiosk in
            let honest = try await commands(kiosk, selling: "Cappuccino")
            #expect(honest.contains("cut"))
            try await plant(kiosk, order: 1043)
            let hostile = try await commands(kiosk, selling: "Tea")
            #expect(hostile.isSubset(of: honest), "\(hostile.subtracting(honest))")
        }
    }

    /// Pays the oldest order and returns the commands in the customer's receipt.
    private func commands(_ kiosk: Kiosk, selling article: String) async throws -> Set<String> {
        try await kiosk.paidDemo()
        let file = kiosk.path("out/receipt-customer.escpos")
        let shown = try await kiosk.start("till", ["inspect", "escpos", "--json", file]).end()
        let entries = try kiosk.decode([Entry].self, shown)
        #expect(entries.filter { $0.command == "cut" }.count == 1)
        #expect(entries.contains { $0.text?.contains(article) == true })
        return Set(entries.map(\.command))
    }

    @Test func argumentsWithEscapesDoNotReachTheTerminalRaw() async throws {
        let name = "\u{1B}[2J\u{1B}]0;x\u{7}\u{202E}"
        try await Kiosk.run { kiosk in
            for command in [
                ["why", name], ["reprint", name], ["receipts", "show", name], ["orders", "search", name],
                ["pay", "--order", "1042", "--reader", "serial:/dev/" + name, "--printer", "file:/dev/null"],
                ["pay", "--order", "1042", "--reader", name, "--printer", "file:/dev/null"],
                ["pay", "--amount", name], ["demo", "--scenario", name], ["inspect", "escpos", name],
            ] {
                let ending: Ending
                if command[0] == "inspect" {
                    ending = try await kiosk.start("till", command).end()
                } else {
                    ending = try await kiosk.startTill(command).end()
                }
                expectHarmless(ending.output + ending.errors, command.joined(separator: " "))
            }
        }
    }
}
