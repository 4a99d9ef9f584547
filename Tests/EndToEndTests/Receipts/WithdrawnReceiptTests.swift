import Testing

/// Receipts of payments that a person settled as booked and then withdrew.
@Suite struct WithdrawnReceiptTests {
    @Test func theReceiptsOfWhatIsSettledAgainAsBeforeAreNotPrintedTwice() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.leaveInDoubt()
            let settled = try await kiosk.startTill(Kiosk.booked(receipt: 8)).end()
            #expect(settled.code == 0 && settled.errors.contains("printed the customer receipt"), "\(settled)")
            #expect(try kiosk.pages().count == 2)
            #expect(try await kiosk.order().isPaid)
            try await kiosk.withdraw()
            #expect(try await !kiosk.order().isPaid)
            #expect(try await kiosk.startTill(Kiosk.booked(receipt: 8)).end().code == 0)
            #expect(try kiosk.pages().count == 2, "it has its receipts")
        }
    }

    @Test func anUnpaidOrderHasNoApprovedReceiptToPrint() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.leaveInDoubt()
            #expect(try await kiosk.startTill(Kiosk.booked(receipt: 8)).end().code == 0)
            let printed = try kiosk.pages()
            let receipt = try #require(printed.first { $0.isCustomerCopy }?.receipt)
            #expect(printed.count == 2 && printed.allSatisfy { $0.says("APPROVED") })
            try await kiosk.withdraw()
            let settled = try await kiosk.till(
                "settle", "last", "--not-booked", "--newest-receipt", "1", "--evidence", "journal of the terminal")
            #expect(settled.code == 0, "\(settled)")
            #expect(try await !kiosk.order().isPaid)
            for name in ["last", "1042", receipt] {
                for arguments in [["reprint", name], ["receipts", "show", name], ["receipts", "print", name]] {
                    let refused = try await kiosk.startTill(arguments).end()
                    #expect(refused.code == 8 && refused.errors.contains("receipt.withdrawn"), "\(refused)")
                    #expect(!refused.output.contains("APPROVED"), "\(refused)")
                }
            }
            #expect(try kiosk.pages().count == 2, "no more paper")
            let list = try await kiosk.till("receipts", "list")
            #expect(list.output.split(separator: "\n").allSatisfy { $0.contains("withdrawn: till why") }, "\(list)")
            let paper = try await kiosk.till("receipts", "prints", receipt)
            #expect(paper.code == 0 && paper.output.contains("original"), "\(paper)")
            let why = try await kiosk.till("why", "last")
            #expect(why.output.contains("receipts were withdrawn"), "\(why)")
        }
    }

    @Test func mistypedNumbersAreOnNoReceiptThatIsPrintedAgain() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.leaveInDoubt()
            #expect(try await kiosk.startTill(Kiosk.booked(receipt: 8)).end().code == 0)
            try await kiosk.withdraw()
            #expect(try await kiosk.startTill(Kiosk.booked(receipt: 9)).end().code == 0)
            #expect(try kiosk.pages().count == 4)
            let again = try await kiosk.till("reprint", "1042")
            #expect(again.code == 0 && again.output.contains("DUPLICATE 1"), "\(again)")
            #expect(again.output.contains("0009") && !again.output.contains("0008"), "\(again)")
        }
    }
}

extension Kiosk {
    /// Starts a printer and a terminal that accepts the command and says nothing more, and leaves a payment for order
    /// 1042 in doubt.
    func leaveInDoubt() async throws {
        try await startTerminal("silent-after-command")
        try await startPrinter()
        #expect(try await pay(giveUpAfter: 3).code == 5)
    }

    /// The arguments that settle the last payment as booked, with this receipt and trace number.
    static func booked(receipt: Int, amount: String = "11.50") -> [String] {
        ["settle", "last", "--booked", "--receipt", "\(receipt)", "--trace", "\(receipt)", "--amount", amount]
    }

    /// Withdraws the settlement of the last payment.
    func withdraw() async throws {
        let withdrawn = try await till("settle", "last", "--withdraw", "--evidence", "wrong slip", "--json")
        #expect(withdrawn.code == 0 && withdrawn.output.contains("in_doubt"), "\(withdrawn)")
    }
}
