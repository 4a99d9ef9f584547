import Flow
import Foundation
import Hardware
import Model
import Testing

@testable import Payments
@testable import Simulator
@testable import Storage

/// Every fact that random worlds leave in a journal is written and read as Foundation alone would do it.
@Suite struct StoredFactsTests {
    private func facts(_ seed: UInt64) throws -> [JournalEntry] {
        let story = WorldStory(seed: seed)
        let kiosk = try WorldKiosk(
            Choices(seed: seed), seed: 1, on: .stream(.kept), shelf: .memory, hasTwin: story.hasTwin, keepsLog: false)
        defer { kiosk.end() }
        var player = WorldPlayer(kiosk)
        try player.perform(story)
        player.calmDown()
        return try kiosk.storage.read { try $0.journalEntries(from: 1, limit: .max) }
    }

    /// Whether the payload is read and written alike; nil where it is not of this type.
    private func isAlike<Fact: Codable & Equatable>(_ payload: Data, _ type: Fact.Type) -> Bool? {
        guard let fact = try? StoredJSON.foundationsValue(type, from: payload) else {
            return (try? StoredJSON.value(type, from: payload)) == nil ? nil : false
        }
        let isRead = (try? StoredJSON.value(type, from: payload)) == fact
        return isRead && (try? StoredJSON.data(fact)) == (try? StoredJSON.foundationsData(fact))
    }

    @Test func everyFactOfRandomWorldsIsWrittenAndReadAlike() throws {
        var compared = 0
        for seed in 0..<40 as Range<UInt64> {
            for entry in try facts(seed) {
                let alike = isAlike(entry.payload, PaymentEvent.self) ?? isAlike(entry.payload, EndOfDayFact.self)
                #expect(alike != false, "\(String(decoding: entry.payload, as: UTF8.self))")
                if alike != nil { compared += 1 }
            }
        }
        #expect(compared > 500)
    }

    /// A byte that was changed, added or lost anywhere is read alike, or refused by both.
    @Test func damagedFactsAreReadOrRefusedAlike() throws {
        var chance = SeededGenerator(seed: 5)
        let strange = Array("{}[]\",:\\ \n\u{0}0-.eE1tfnu\u{e9}".utf8) + [0xFF]
        for entry in try (0..<6 as Range<UInt64>).flatMap(facts) where entry.kind.hasPrefix("payment.") {
            for _ in 0..<12 {
                var payload = entry.payload
                let place = Int.random(in: 0..<payload.count, using: &chance)
                switch Int.random(in: 0..<3, using: &chance) {
                case 0: payload[place] = strange.randomElement(using: &chance) ?? 0
                case 1: payload.insert(strange.randomElement(using: &chance) ?? 0, at: place)
                default: payload.remove(at: place)
                }
                #expect(
                    isAlike(payload, PaymentEvent.self) != false, "\(String(decoding: payload, as: UTF8.self))")
            }
        }
    }
}
