import Foundation
import Glibc
import Testing

/// A lost log takes payments with it. The next till notices before it charges anybody for them again.
@Suite struct JournalLossTests {
    @Test func anOrderWhosePaymentIsLostIsNotChargedAgain() async throws {
        try await Kiosk.run { kiosk in
            try await Self.killAfterTheResult(in: kiosk)
            #expect(unlink(kiosk.data + "/till.sqlite-wal") == 0)
            unlink(kiosk.data + "/till.sqlite-shm")
            let next = try await kiosk.startTill(kiosk.paymentToFile()).end()
            #expect(next.code == 6 && next.errors.contains("storage.olderJournal"), "\(next)")
            #expect(next.errors.contains("it ends at entry 0, and till.head knows entry"), "\(next)")
            #expect(next.errors.contains("till journal accept --evidence"), "\(next)")
            #expect(try kiosk.terminalJournal().requests.count == 1)
        }
    }

    @Test func verifyAndDoctorSayWhatIsLostAndAPersonMayGoOn() async throws {
        try await Kiosk.run { kiosk in
            try await Self.killAfterTheResult(in: kiosk)
            #expect(unlink(kiosk.data + "/till.sqlite-wal") == 0)
            let verified = try await kiosk.till("journal", "verify")
            #expect(verified.code == 65, "\(verified)")
            #expect(verified.output == "The journal: All that was in it is missing.\n", "\(verified)")
            #expect(verified.errors.contains("does not verify at entry 1: it ends at entry 0"), "\(verified)")
            #expect(verified.errors.components(separatedBy: "ends at entry 0").count == 2, "said once: \(verified)")
            #expect(verified.errors.contains("till journal accept --evidence"), "\(verified)")
            let doctor = try await kiosk.till("doctor")
            #expect(doctor.code == 6 && doctor.output.contains("storage.olderJournal"), "\(doctor)")
            let listed = try await kiosk.till("journal", "list")
            #expect(listed.code == 0 && listed.errors.contains("storage.olderJournal"), "\(listed)")

            let accepted = try await kiosk.till("journal", "accept", "--evidence", "receipt 1 compared")
            #expect(accepted.code == 0 && accepted.output.contains("goes on after entry 0"), "\(accepted)")
            let sound = try await kiosk.till("journal", "verify")
            #expect(sound.code == 0, "\(sound)")
            #expect(try await kiosk.till("journal", "list").output.contains("journal.accepted"))
            #expect(try await kiosk.till("journal", "accept", "--evidence", "again").code == 8)
        }
    }

    /// A directory in which only `till.head` is left is not mistaken for a new shop.
    @Test func anOrderOfADatabaseThatIsGoneIsNotChargedAgain() async throws {
        try await Kiosk.run { kiosk in
            try await Self.killAfterTheResult(in: kiosk)
            for ending in ["", "-wal", "-shm"] { unlink(kiosk.data + "/till.sqlite" + ending) }
            let next = try await kiosk.startTill(kiosk.paymentToFile()).end()
            #expect(next.code == 6 && next.errors.contains("till.sqlite is missing, and till.head knows"), "\(next)")
            let doctor = try await kiosk.till("doctor")
            #expect(doctor.code == 6, "\(doctor)")
            #expect(try kiosk.terminalJournal().requests.count == 1)
        }
    }

    /// Where the log is left in place, the next till finds out what became of the killed payment.
    @Test func aKilledTillWhoseLogIsThereLosesNothing() async throws {
        try await Kiosk.run { kiosk in
            try await Self.killAfterTheResult(in: kiosk)
            let next = try await kiosk.startTill(kiosk.paymentToFile()).end()
            #expect(next.code == 8, "\(next)")
            try await kiosk.expectTheTruth(charges: 1, next)
        }
    }

    /// Kills a till before SQLite has moved anything from the log into the database.
    private static func killAfterTheResult(in kiosk: Kiosk) async throws {
        try await kiosk.startTerminal(
            """
            {"on_missing_response": "keeps", "timing": {"card_delay": 0.05, "step_delay": 0.01, "host_delay": 0.05,
                "response_timeout": 1, "answer_timeout": 1, "block_timeout": 1}}
            """)
        let killed = try await kiosk.startTill(
            kiosk.paymentToFile(), environment: ["TILL_TEST_KILL_AT": "S6"]
        ).end()
        #expect(killed.signal == SIGKILL, "\(killed)")
    }
}
