import Foundation
import Testing

/// Prints that meet an obstacle, with real processes: which ones wait, and which ones another printer takes.
@Suite struct PrintWaitTests {
    @Test func aReceiptWaitsForPaperAndIsPrintedOnce() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let printer = try await kiosk.printer("front", "--fault", "paper-out-at-row:300")
            let pay = try await kiosk.startTill(
                [
                    "pay", "--order", "1042", "--reader", kiosk.reader, "--printer", printer.address,
                    "--give-up-after", "60",
                ])
            await kiosk.until("a page is torn off") { (try? printer.pages().count) == 1 }
            try printer.tell("mend")
            let paid = try await pay.end()
            #expect(paid.code == 0, "\(paid)")
            for copy in ["customer", "merchant"] {
                #expect(try await kiosk.prints(copy).map(\.state) == ["confirmed"])
            }
            // The torn page, the rest of it, and the other receipt.
            #expect(try printer.pages().count == 3)
            try await kiosk.expectTheTruth(charges: 1, paid)
        }
    }

    /// The paper ends in the middle of the customer's receipt, and nobody waits for more.
    @Test(.onlyByItself("a service goes on with the print"), arguments: [true, false])
    func theCopyThatIsNotTriedIsToldToo(isJSON: Bool) async throws {
        struct Document: Decodable {
            struct Print: Decodable { let receipt, copy, state: String }
            let outcome: String
            let prints: [Print]
        }
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let printer = try await kiosk.printer("front", "--fault", "paper-out-at-row:300")
            let pay = try await kiosk.startTill(
                ["pay", "--order", "1042", "--reader", kiosk.reader, "--printer", printer.address]
                    + (isJSON ? ["--json"] : []))
            _ = try await pay.says("The receipt waits")
            pay.send(SIGINT)
            let paid = try await pay.end()
            #expect(paid.code == 9, "\(paid)")
            let merchant = try #require(paid.errors.split(separator: "\n").first { $0.contains("merchant receipt") })
            #expect(merchant.contains("till receipts print"), "\(paid)")
            if isJSON {
                let prints = try JSONDecoder().decode(Document.self, from: Data(paid.output.utf8)).prints
                #expect(prints.map(\.copy) == ["customer", "merchant"])
                #expect(prints.map(\.state) == ["unknown", "pending"])
                #expect(prints.last.map { merchant.contains($0.receipt) } == true)
            }
            #expect(try await kiosk.prints("merchant").map(\.state) == ["pending"])
        }
    }

    /// The cover is opened after the card was asked for. Another printer makes the print that waits, and nothing waits then.
    @Test(.onlyByItself("a service waits for its printer as long as it runs"))
    func whatWaitsIsToldAsWaitingNamedByTheDoctorAndPrintedOnceElsewhere() async throws {
        try await Kiosk.run { kiosk in
            let terminal = try await kiosk.startTerminal(Kiosk.patient)
            let (front, office) = (try await kiosk.printer("front"), try await kiosk.printer("office"))
            let pay = try await kiosk.startTill(
                ["pay", "--order", "1042", "--reader", kiosk.reader, "--printer", front.address])
            try await pay.says("insert the card", stopping: terminal)
            try await terminal.standsStill { try front.tell("cover-open") }
            let paid = try await pay.end()
            #expect(paid.code == 9 && paid.errors.contains("was not printed and waits:"), "\(paid)")
            #expect(!paid.errors.contains("for certain"), "\(paid)")
            let doctor = try await kiosk.till("doctor", "--reader", kiosk.reader, "--printer", front.address)
            #expect(doctor.output.contains("receipt.waiting"), "\(doctor)")
            let elsewhere = try await kiosk.till("receipts", "print", "last", "--printer", office.address)
            #expect(elsewhere.code == 0, "\(elsewhere)")
            #expect(try await kiosk.prints().map(\.state) == ["confirmed"])
            try front.tell("mend")
            let next = try await kiosk.till(
                "receipts", "print", "last", "--copy", "merchant", "--printer", front.address)
            #expect(next.code == 0, "\(next)")
            #expect(try front.pages().map(\.isMerchantCopy) == [true])
            #expect(try office.pages().map(\.isMerchantCopy) == [false])
        }
    }

    @Test func aJamThatIsClearedInTimeIsGoneOnFrom() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let printer = try await kiosk.printer("front", "--fault", "cutter-jam")
            let pay = try await kiosk.startTill(
                ["pay", "--order", "1042", "--reader", kiosk.reader, "--printer", printer.address])
            _ = try await pay.says("The receipt waits: The printer is jammed. To do: clear its blade")
            try printer.tell("mend")
            let paid = try await pay.end()
            #expect(paid.code == 0, "\(paid)")
            #expect(try await kiosk.prints().map(\.state) == ["confirmed"])
            #expect(try printer.pages().map(\.isMerchantCopy) == [false, true])
        }
    }

    @Test(.onlyByItself("a service waits for its printer as long as it runs"))
    func aJamThatOutlastsTheReceiptIsEndedByAPerson() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let printer = try await kiosk.printer("front", "--fault", "cutter-jam")
            let pay = try await kiosk.till(
                "pay", "--order", "1042", "--reader", kiosk.reader, "--printer", printer.address, "--give-up-after", "1"
            )
            #expect(pay.code == 9, "\(pay)")
            try printer.tell("mend")
            let status = try await kiosk.till("printers", "status", "--printer", printer.address)
            #expect(status.code == 6 && status.errors.contains("till printers recover"), "\(status)")
            let recovered = try await kiosk.till("printers", "recover", "--printer", printer.address)
            #expect(recovered.code == 0 && recovered.output.contains("ready"), "\(recovered)")
            let again = try await kiosk.till("reprint", "1042", "--printer", printer.address)
            #expect(again.code == 0, "\(again)")
            #expect(try await kiosk.prints().map(\.state) == ["unknown", "confirmed"])
            let originals = try printer.pages().count { $0.isCustomerCopy && !$0.isDuplicate }
            #expect(originals == 1)
        }
    }

    @Test func aPrinterIsSwitchedOffAndOnOverAReceipt() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let printer = try await kiosk.printer(
                "front", "--fault", "power-cycle:400", "--speed", "4000"
            ).address
            let pay = try await kiosk.startTill(
                ["pay", "--order", "1042", "--reader", kiosk.reader, "--printer", printer, "--give-up-after", "1"]
            ).end()
            #expect(pay.code == 9, "\(pay)")
            #expect(try await kiosk.prints().map(\.state) == ["unknown"])
            let reprint = try await kiosk.till("reprint", "1042", "--copies", "2", "--printer", printer)
            #expect(reprint.code == 0 && reprint.output.contains("DUPLICATE 2"), "\(reprint)")
            #expect(try await kiosk.prints().map(\.duplicate) == [0, 1, 2])
            let list = try await kiosk.till("reprint", "1042", "--copies", "2", "--json", "--printer", printer)
            let copies = try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [[String: Any]]
            #expect(copies?.map { $0["duplicate"] as? Int } == [3, 4], "\(list)")
            let original = try await kiosk.till("receipts", "print", "1042", "--printer", printer)
            #expect(original.code == 8 && original.errors.contains("till reprint"), "\(original)")
        }
    }

    @Test func aReceiptThatWaitsCanBeDoneWithout() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let printer = try await kiosk.printer("front", "--fault", "paper-out-at-row:300")
            let pay = try await kiosk.startTill(
                ["pay", "--order", "1042", "--reader", kiosk.reader, "--printer", printer.address])
            _ = try await pay.says("The receipt waits")
            pay.send(SIGINT)
            #expect(try await pay.end().code == 9)
            #expect(try await kiosk.till("receipts", "waive", "9999").code == 7)
            // Of the customer's copy something may be on paper; the merchant's waits.
            let begun = try await kiosk.till("receipts", "waive", "1042")
            #expect(begun.code == 8 && begun.errors.contains("receipt.notWaiting"), "\(begun)")
            let waived = try await kiosk.till("receipts", "waive", "1042", "--copy", "merchant")
            #expect(waived.code == 0 && waived.output.contains("is not printed any more"), "\(waived)")
            #expect(try await kiosk.till("receipts", "waive", "1042", "--copy", "merchant").code == 8)
            let why = try await kiosk.till("why", "last")
            #expect(why.output.contains("did without the paper"), "\(why)")
            #expect(try await kiosk.till("journal", "verify").code == 0)
        }
    }

    /// The paper ends in the middle of the customer's receipt, which is still being printed then; the merchant's waits behind it.
    @Test(.onlyByItself("what a service prints goes on without the command"))
    func aReceiptThatIsBeingPrintedCannotBeDoneWithoutAndOneThatWaitsDoesNotComeOut() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let printer = try await kiosk.printer("front", "--fault", "paper-out-at-row:300")
            let pay = try await kiosk.startTill(
                ["pay", "--order", "1042", "--reader", kiosk.reader, "--printer", printer.address])
            _ = try await pay.says("The receipt waits")
            let begun = try await kiosk.till("receipts", "waive", "1042")
            #expect(begun.code == 8 && begun.errors.contains("receipt.beingPrinted"), "\(begun)")
            let waived = try await kiosk.till("receipts", "waive", "1042", "--copy", "merchant")
            #expect(waived.code == 0, "\(waived)")
            try printer.tell("mend")
            let paid = try await pay.end()
            #expect(paid.code == 0, "\(paid)")
            #expect(try await kiosk.prints().map(\.state) == ["confirmed"])
            #expect(try await kiosk.prints("merchant").map(\.state) == ["voided"])
            // The torn page and the rest of it.
            #expect(try printer.pages().count == 2)
            #expect(try await kiosk.till("journal", "verify").code == 0)
        }
    }

    @Test func anotherPrinterStandsInAndTheReasonIsShown() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let (front, back) = (
                try await kiosk.printer("front", "--fault", "paper-out"), try await kiosk.printer("back")
            )
            let configuration = """
                [[printers]]
                name = "front"
                address = "\(front.address)"
                stand_ins = ["back"]

                [[printers]]
                name = "back"
                address = "\(back.address)"
                """
            try kiosk.configure(configuration)
            let paid = try await kiosk.till("pay", "--order", "1042", "--reader", kiosk.reader, "--printer", "front")
            #expect(paid.code == 0 && paid.errors.contains("out of paper"), "\(paid)")
            let print = try #require(try await kiosk.prints().first)
            #expect(print.printer.contains("back") && print.state == "confirmed")
            #expect(print.move?.because == "printer.paperOut")
            #expect(try back.pages().count == 2)
            let why = try await kiosk.till("why", "last")
            #expect(why.output.contains("in place of"), "\(why)")
        }
    }
}
