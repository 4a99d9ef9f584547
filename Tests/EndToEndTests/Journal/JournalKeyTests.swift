import Foundation
import Glibc
import Testing

/// A key signs the journal's head, receipts show it, and no environment variable overrides the policy.
@Suite struct JournalKeyTests {
    private struct Document: Decodable {
        struct Signature: Decodable {
            let key: String
            let since: Int64?
        }

        let intact: Bool
        let forgeries: [String]
        let signature: Signature?
    }

    @Test func aSignedJournalIsVerifiedByItsPublicKeyAndByPaper() async throws {
        try await Kiosk.run { kiosk in
            let key = kiosk.path("journal.key")
            let made = try await kiosk.till("journal", "key", "create", key)
            #expect(made.code == 0, "\(made)")
            let fingerprint = try #require(made.output.firstMatch(of: /fingerprint is (\w{64})/)).1
            #expect(try await kiosk.till("journal", "key", "show", key + ".pub").output == fingerprint + "\n")
            let again = try await kiosk.till("journal", "key", "create", key)
            #expect(again.code != 0 && again.errors.contains("file exists"), "\(again)")

            try kiosk.configure("[journal]\nsigning_key = \"\(key)\"\n")
            try await kiosk.paidDemo()
            let verified = try await kiosk.till("journal", "verify", "--public-key", key + ".pub", "--json")
            #expect(verified.code == 0, "\(verified)")
            let document = try JSONDecoder().decode(Document.self, from: Data(verified.output.utf8))
            #expect(document.signature?.key == String(fingerprint) && document.signature?.since == 1)
            #expect(try await kiosk.till("doctor").output.contains("signed with the key \(fingerprint)"))

            let paper = try await kiosk.till("receipts", "show", "last", "--copy", "merchant")
            let row = try #require(paper.output.firstMatch(of: /Journal +(\d+ [a-z]{16})/)).1
            for typed in [String(row), "Journal \(row)", "\(row.uppercased().dropLast(6))…"] {
                let since = try await kiosk.startTill(["journal", "verify", "--since", typed]).end()
                #expect(since.code == 0 && since.output.contains("1 of 1 heads"), "\(typed): \(since)")
            }
            let wrong = row.hasSuffix("gg") ? "hh" : "gg"
            let typo = try await kiosk.startTill(["journal", "verify", "--since", "\(row.dropLast(2))\(wrong)"]).end()
            #expect(typo.code == 65 && typo.output.contains("An entry is not what it was"), "\(typo)")

            _ = try await kiosk.till("journal", "key", "create", kiosk.path("other.key"))
            let other = try await kiosk.till("journal", "verify", "--public-key", kiosk.path("other.key.pub"))
            #expect(other.code == 65 && other.output.contains("is not signed with the key"), "\(other)")

            #expect(chmod(key, 0o644) == 0)
            let open = try await kiosk.startTill(kiosk.paymentToFile()).end()
            #expect(open.code == 6 && open.errors.contains("journal.key"), "\(open)")
            #expect(try await kiosk.till("journal", "verify").code == 0, "reading goes on without the key")
        }
    }

    @Test func ofAJournalThatWasNeverSignedTheKeyProvesNothing() async throws {
        try await Kiosk.run { kiosk in
            let key = kiosk.path("journal.key")
            #expect(try await kiosk.till("journal", "key", "create", key).code == 0)
            try await kiosk.paidDemo()
            let verified = try await kiosk.till("journal", "verify", "--public-key", key + ".pub")
            #expect(verified.code == 65 && verified.errors.contains("journal.notSigned"), "\(verified)")
            #expect(verified.errors.contains("is not signed, from entry 1 of"), "\(verified)")
            #expect(!verified.errors.contains("journal.contradicted"), "\(verified)")
            #expect(!verified.errors.contains("find out who changed it"), "\(verified)")
            #expect(try await kiosk.till("journal", "verify").code == 0)
        }
    }

    /// An auditor has the data and the public key, but no configuration.
    @Test func whoVerifiesWithoutTheKeyWritesNothing() async throws {
        try await Kiosk.run { kiosk in
            let key = kiosk.path("journal.key")
            #expect(try await kiosk.till("journal", "key", "create", key).code == 0)
            try kiosk.configure("[journal]\nsigning_key = \"\(key)\"\n")
            try await kiosk.paidDemo()
            try kiosk.configure("")
            let before = try Data(contentsOf: URL(filePath: kiosk.data + "/till.sqlite"))
            for _ in 1...2 {
                let audited = try await kiosk.till("journal", "verify", "--public-key", key + ".pub")
                #expect(audited.code == 0 && audited.output.contains("signed up to entry"), "\(audited)")
            }
            #expect(try Data(contentsOf: URL(filePath: kiosk.data + "/till.sqlite")) == before)
        }
    }

    /// The forger empties the journal and knows every hash, but has no key.
    @Test func aHeadFileWithoutItsSignatureStopsPayments() async throws {
        try await Kiosk.run { kiosk in
            let key = kiosk.path("journal.key")
            #expect(try await kiosk.till("journal", "key", "create", key).code == 0)
            try kiosk.configure("[journal]\nsigning_key = \"\(key)\"\n")
            try await kiosk.paidDemo()
            #expect(unlink(kiosk.data + "/till.head") == 0)
            let next = try await kiosk.startTill(kiosk.paymentToFile()).end()
            #expect(next.code == 6 && next.errors.contains("names a key that signs it"), "\(next)")
        }
    }

    @Test func noVariableGoesOverThePolicy() async throws {
        try await Kiosk.run { kiosk in
            let raised = try await kiosk.startTill(
                ["refund", "--unlinked", "--amount", "5.00", "--reader", kiosk.reader, "--printer", kiosk.printer],
                environment: ["TILL_POLICY_UNLINKED_REFUND_LIMIT": "5000"]
            ).end()
            #expect(raised.code == 65, "\(raised)")
            #expect(raised.errors.contains("TILL_POLICY_UNLINKED_REFUND_LIMIT: error: no variable goes over [policy]"))
        }
    }
}
