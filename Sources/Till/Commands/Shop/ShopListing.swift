import Flow
import Foundation
import Model
import Networking
import Stores

/// How commands show what a shop has: as it is, or as JSON with everything that the shop said.
extension Console {
    /// Shows one thing, in lines.
    func show<Entity: ShopEntity>(
        _ known: Cached<Entity>, in till: LiveTill, asJSON: Bool, rows: (Entity) -> [String]
    ) throws(Failure) {
        say(ageOf: known, at: till.environment.now(), in: till.language)
        guard !asJSON else { return print(known.value.json.shown) }
        for row in rows(known.value) { print(row.printable) }
    }

    /// Shows a list, one line each.
    ///
    /// - Parameter none: what is said when the list is empty.
    func show<Entity: ShopEntity>(
        _ known: Cached<Listing<Entity>>, in till: LiveTill, asJSON: Bool, none: Sentence, row: (Entity) -> String
    ) throws(Failure) {
        say(ageOf: known, at: till.environment.now(), in: till.language)
        let listing = known.value
        say(extentOf: known)
        guard !asJSON else { return print(JSONValue.array(listing.items.map(\.json)).shown) }
        for entity in listing.items { print(row(entity).printable) }
        if listing.items.isEmpty { say(none) }
    }

    /// Says what the list lacks, as far as that is known.
    func say<Item>(extentOf known: Cached<Listing<Item>>) {
        let listing = known.value
        if listing.unreadable > 0 { say(Sentence("shop.listing.unreadable", ["count": listing.unreadable])) }
        guard !listing.isWhole else { return }
        if let total = listing.total, total > listing.items.count {
            say(Sentence("shop.listing.part", ["shown": listing.items.count, "total": total]))
        } else if known.failure != nil {
            say(Sentence("shop.listing.kept"))
        }
    }
}

extension Console {
    /// Says why something could not be loaded now, and how old it is.
    func say(ageOf known: Cached<some Sendable>, at now: Date, in language: OperatorLanguage) {
        guard let failure = known.failure else { return }
        say(failure)
        let age = Self.age(now.timeIntervalSince(known.asOf))
        say("till: " + language.text("order.age", ["age": age]))
    }

    private static func age(_ age: TimeInterval) -> Sentence {
        let seconds = max(0, Int(age))
        return switch seconds {
        case 172_800...: Sentence("age.days", ["count": seconds / 86_400])
        case 7_200...: Sentence("age.hours", ["count": seconds / 3_600])
        case 120...: Sentence("age.minutes", ["count": seconds / 60])
        case 1: Sentence("age.second")
        default: Sentence("age.seconds", ["count": seconds])
        }
    }
}

extension JSONValue {
    /// The JSON for standard output, without card numbers that somebody typed into a text.
    var shown: String { String(decoding: withoutCardData.data, as: UTF8.self) }
}
