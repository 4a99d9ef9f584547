import Foundation
import Glibc
import Testing

/// `till reserve` and `till reservations`, as a merchant uses them.
@Suite struct ReservationCommandTests {
    private struct Report: Decodable {
        let payment: String
        let kind: String
        let original: String?
        let outcome: String
        let amount: String
        let receiptNumber: Int?
    }

    private struct Reservation: Decodable {
        let reservation: String?
        let amount: String?
        let receiptNumber: Int?
        let state: String
        let namedByTerminal: Bool?
    }

    private static let devices = "{\"based_on\": \"approve\", \(Kiosk.quick)}"

    private func start(_ kiosk: Kiosk, _ terminal: String = devices) async throws {
        try await kiosk.startTerminal(terminal)
        try await kiosk.startPrinter()
    }

    private func reserve(_ kiosk: Kiosk, _ what: String..., data: String? = nil) async throws -> Report {
        let command = ["reserve"] + what + ["--json", "--reader", kiosk.reader, "--printer", kiosk.printer]
        let till = try kiosk.start("till", command + ["--data", data ?? kiosk.data])
        return try kiosk.decode(Report.self, try await till.end())
    }

    private func end(_ kiosk: Kiosk, _ what: String...) async throws -> Report {
        try kiosk.decode(Report.self, try await kiosk.startTill(["reservations"] + what + ["--json"]).end())
    }

    private func list(_ kiosk: Kiosk, _ flags: String...) async throws -> [Reservation] {
        try kiosk.decode(
            [Reservation].self, try await kiosk.startTill(["reservations", "list", "--json"] + flags).end())
    }

    /// The reservation lapsed, or the terminal was replaced: only a person can say so.
    @Test func anOrderWhoseReservationIsGoneIsPaidOnceSomebodySaysSo() async throws {
        try await Kiosk.run { kiosk in
            try await start(kiosk)
            let reserved = try await reserve(kiosk, "--order", "1042")
            let words = ["--evidence", "the terminal's journal, 18:20"]
            func settle(_ what: String...) async throws -> Ending {
                try await kiosk.startTill(["settle"] + what).end()
            }
            #expect(try await settle(reserved.payment, "--ended").code == 64, "it must be read somewhere")
            #expect(try await settle(reserved.payment, "--ended", "--total", "1.00", words[0], words[1]).code == 64)
            let said = try await settle("1042", "--ended", words[0], words[1])
            #expect(said.code == 0 && said.output.contains("\(reserved.payment) has ended"), "\(said)")
            #expect(try await list(kiosk).isEmpty)
            #expect(try await kiosk.till("why", reserved.payment).output.contains("has ended since"))
            #expect(try await kiosk.pay().code == 0)
            #expect(try kiosk.terminalJournal().standingCharges.map(\.amountMinor) == [1150])
            #expect(try await kiosk.till("journal", "verify").code == 0)
        }
    }

    @Test func anOrderIsReservedThenBookedAndPaidByTheBookingOnly() async throws {
        try await Kiosk.run { kiosk in
            try await start(kiosk)
            let reserved = try await reserve(kiosk, "--order", "1042")
            #expect(reserved.kind == "reservation" && reserved.outcome == "approved" && reserved.amount == "11.50")
            #expect(try kiosk.terminalJournal().standingCharges.isEmpty)
            #expect(try await !kiosk.order().isPaid)
            #expect(try kiosk.pages().count { $0.says("RESERVED, NOT CHARGED") } == 2)
            #expect(try await kiosk.pay().code == 8, "it is reserved already")
            #expect(try await list(kiosk).map(\.reservation) == [reserved.payment])
            let tooMuch = try await kiosk.till("reservations", "book", "1042", "--amount", "11.51")
            #expect(tooMuch.code == 8, "\(tooMuch)")
            let booked = try await end(kiosk, "book", "1042")
            #expect(booked.kind == "booking" && booked.original == reserved.payment && booked.amount == "11.50")
            #expect(try kiosk.terminalJournal().standingCharges.map(\.amountMinor) == [1150])
            #expect(try await kiosk.order().isPaid)
            #expect(try await list(kiosk).isEmpty)
            let again = try await kiosk.till("reservations", "book", reserved.payment)
            #expect(again.code == 8 && again.errors.contains(booked.payment), "\(again)")
            #expect(try await kiosk.till("reprint", "1042").code == 0)
            let told = try await kiosk.till("why", reserved.payment, "--language", "de")
            #expect(
                told.output.contains("inzwischen mit \(booked.payment) gebucht")
                    && told.output.contains("Buchung \(booked.payment)"), "\(told)")
            #expect(try await kiosk.till("journal", "verify").code == 0)
        }
    }

    @Test func whatWasNotUsedIsReleasedInPartOrAsAWhole() async throws {
        try await Kiosk.run { kiosk in
            try await start(kiosk)
            let (first, second) = (
                try await reserve(kiosk, "--amount", "50.00"), try await reserve(kiosk, "--amount", "20.00")
            )
            let part = try await end(kiosk, "release", first.payment, "--part", "37.50")
            #expect(part.kind == "booking" && part.amount == "12.50", "the rest is charged")
            let whole = try await end(kiosk, "release", second.payment)
            #expect(whole.kind == "release" && whole.amount == "20.00")
            let journal = try kiosk.terminalJournal()
            #expect(journal.netCharged() == 1250)
            #expect(journal.openReservations.isEmpty)
            #expect(try await kiosk.till("reservations", "release", second.payment).code == 8)
            #expect(try await kiosk.till("reservations", "release", "res-none").code == 7)
        }
    }

    /// The terminal holds a reservation that was made by another till, or at the terminal itself.
    @Test func whatTheTerminalHoldsAndThisTillDoesNotKnowIsShown() async throws {
        try await Kiosk.run { kiosk in
            try await start(kiosk)
            let ours = try await reserve(kiosk, "--amount", "50.00")
            let strange = try await reserve(kiosk, "--amount", "20.00", data: kiosk.path("other-data"))
            let shown = try await list(kiosk, "--at-terminal")
            #expect(shown.map(\.reservation) == [ours.payment, nil])
            #expect(shown.map(\.namedByTerminal) == [true, true])
            #expect(shown.last?.receiptNumber == strange.receiptNumber)
            #expect(shown.map(\.state) == ["reserved", "unknown"])
            let settled = try await kiosk.till("settle", ours.payment, "--ended", "--evidence", "by mistake")
            #expect(settled.code == 0, "\(settled)")
            let ended = try await list(kiosk, "--at-terminal")
            #expect(ended.map(\.reservation) == [ours.payment, nil] && ended.map(\.state) == ["ended", "unknown"])
            #expect(ended.first?.amount == "50.00")
            let told = try await kiosk.till("reservations", "list", "--at-terminal")
            #expect(told.output.contains("--withdraw"), "\(told)")
        }
    }

    @Test func aBookingInDoubtIsFoundOutBeforeTheReservationIsEndedOtherwise() async throws {
        try await Kiosk.run { kiosk in
            try await start(
                kiosk,
                """
                {"on_missing_response": "keeps", "timing": {
                    "card_delay": 0.05, "step_delay": 0.01, "host_delay": 0.05, "response_timeout": 1,
                    "answer_timeout": 1, "block_timeout": 1}}
                """)
            let reserved = try await reserve(kiosk, "--amount", "50.00")
            let killed = try await kiosk.startTill(
                ["reservations", "book", reserved.payment, "--amount", "12.50"],
                environment: ["TILL_TEST_KILL_AT": "S5"]
            ).end()
            #expect(killed.signal == SIGKILL, "\(killed)")
            #expect(try await list(kiosk).map(\.state) == ["in_doubt"])
            let released = try await kiosk.till("reservations", "release", reserved.payment)
            #expect(released.code == 8 && released.errors.contains("is booked by"), "\(released)")
            #expect(try kiosk.terminalJournal().standingCharges.map(\.amountMinor) == [1250])
        }
    }
}
