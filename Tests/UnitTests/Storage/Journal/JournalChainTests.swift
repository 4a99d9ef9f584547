import Crypto
import Foundation
import Model
import Testing

@testable import Storage

/// Each check of the journal's chain finds its fault without the others.
@Suite struct JournalChainTests {
    /// A row that is valid except for the given values.
    private func row(
        _ sequence: Int64 = 1, after previous: Data = JournalHead.empty.hash, isTyped: Bool = true
    ) -> RawJournalRow {
        let payment = Data("pay-1".utf8)
        let hash = JournalHash.of(
            sequence: sequence, at: 7, payment: payment, kind: Data("test.fact".utf8), payload: Data("{}".utf8),
            previous: previous)
        return RawJournalRow(
            sequence: sequence, at: 7, payment: payment, kind: Data("test.fact".utf8), payload: Data("{}".utf8),
            previousHash: previous, hash: hash, isTyped: isTyped)
    }

    private func broken(_ sequence: Int64, _ why: Sentence, _ forgery: JournalForgery? = .edited) -> JournalVerdict {
        .broken(sequence: sequence, why: why, forgery)
    }

    @Test func rowsThatContinueOneAnotherAreTakenIn() throws {
        var chain = JournalChain()
        #expect(chain.admit(row()) == nil)
        #expect(chain.admit(row(2, after: chain.head.hash)) == nil)
        #expect(chain.head.sequence == 2)
        #expect(chain.verdict(head: chain.head) == .intact(count: 2, head: chain.head.hash))
    }

    @Test func aRowOfAnotherNumberIsAMissingOne() {
        var chain = JournalChain()
        #expect(chain.admit(row(2)) == broken(1, "row 1 is missing; the next one is 2", .removed))
        #expect(chain.head == .empty)
    }

    @Test func valuesOfAnotherTypeAreFoundThoughTheHashFits() {
        var chain = JournalChain()
        #expect(chain.admit(row(isTyped: false)) == broken(1, "row 1 holds values of another type than were written"))
    }

    @Test func aRowThatContinuesAnotherJournalIsFoundThoughItsHashFits() {
        var chain = JournalChain()
        let foreign = row(after: Data(repeating: 1, count: 32))
        #expect(chain.admit(foreign) == broken(1, "row 1 does not continue the row before it"))
    }

    @Test func aRowWhoseHashIsNotItsOwnIsFound() {
        var chain = JournalChain()
        var changed = row()
        changed.payload = Data("{ }".utf8)
        #expect(chain.admit(changed) == broken(1, "row 1 was changed after it was written"))
    }

    @Test func theHeadThatIsKeptApartMustBeTheLastRows() {
        var chain = JournalChain()
        #expect(chain.admit(row()) == nil)
        let head = chain.head
        #expect(chain.verdict(head: nil) == broken(1, "the head that is kept apart is missing", nil))
        #expect(
            chain.verdict(head: JournalHead(sequence: 3, hash: head.hash))
                == broken(2, "row 2 is missing: 3 rows were written", .truncated))
        let mismatch = broken(1, "the head that is kept apart does not match the last row")
        #expect(chain.verdict(head: .empty) == mismatch)
        let ofNothing = JournalChain().verdict(head: head)
        #expect(ofNothing == broken(1, "row 1 is missing: 1 rows were written", .wiped))
        #expect(chain.verdict(head: JournalHead(sequence: 1, hash: Data(count: 32))) == mismatch)
    }

    /// The encoding of a row never changes: every later release must compute exactly this hash.
    @Test func theHashOfARowIsWhatItAlwaysWas() {
        func part(_ tag: String, _ bytes: [UInt8]) -> [UInt8] {
            Array(tag.utf8) + [0, 0, 0, 0, 0, 0, 0, UInt8(bytes.count)] + bytes
        }
        func number(_ value: UInt8) -> [UInt8] { part("i", [0, 0, 0, 0, 0, 0, 0, value]) }
        let previous = [UInt8](repeating: 9, count: 32)
        let start = part("v", Array("till.journal.1".utf8)) + part("p", previous) + number(5) + number(7)
        let end = part("t", Array("k".utf8)) + part("b", Array("{}".utf8))
        for (payment, bytes) in [(Data?.some(Data("pay".utf8)), part("t", Array("pay".utf8))), (nil, part("n", []))] {
            let hash = JournalHash.of(
                sequence: 5, at: 7, payment: payment, kind: Data("k".utf8), payload: Data("{}".utf8),
                previous: Data(previous))
            #expect(hash == Data(SHA256.hash(data: start + bytes + end)))
        }
    }
}
