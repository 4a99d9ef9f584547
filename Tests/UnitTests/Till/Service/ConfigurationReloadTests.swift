import Foundation
import Testing

@testable import Configuration
@testable import Till

/// What a configuration that is read again changes in a service that runs.
@Suite struct ConfigurationReloadTests {
    private static func options(_ values: [String: String]) -> [EffectiveOption] {
        values.map { name, value in
            let dot = name.lastIndex(of: ".") ?? name.endIndex
            return EffectiveOption(
                table: String(name[..<dot]), key: String(name[name.index(after: dot)...]), value: value,
                origin: .builtIn)
        }
    }

    @Test func whatIsReadForEachPaymentCountsAtOnce() {
        let reload = ConfigurationReload(
            from: Self.options(["shop.language": "en", "policy.give_up_after": "300", "policy.largest_payment": "10"]),
            to: Self.options(["shop.language": "de", "policy.give_up_after": "60", "policy.largest_payment": "20"]))
        #expect(reload.counting == ["policy.give_up_after", "shop.language"])
        #expect(reload.waiting == ["policy.largest_payment"])
    }

    @Test func aDeviceThatIsNewOrGoneWaitsForTheNextStart() {
        let reload = ConfigurationReload(
            from: Self.options(["readers.counter.address": "serial:/dev/ttyUSB0"]),
            to: Self.options(["readers.table.address": "serial:/dev/ttyUSB1"]))
        #expect(reload.counting.isEmpty)
        #expect(reload.waiting == ["readers.counter.address", "readers.table.address"])
    }

    @Test func anUnchangedConfigurationChangesNothing() {
        let options = Self.options(["shop.language": "en"])
        let reload = ConfigurationReload(from: options, to: options)
        #expect(reload.counting.isEmpty && reload.waiting.isEmpty)
    }

    @Test func everyOptionThatCountsAtOnceExists() {
        let read = ConfigurationFiles(named: nil, environment: [:]).read().options
        let names = Set(read.map { "\($0.table).\($0.key)" })
        let live = Set(ConfigurationReload.live.keys)
        #expect(live.isSubset(of: names), "\(live.subtracting(names))")
    }

    /// The configurations of two files, and what the second changes.
    private static func reload(_ old: String, _ new: String) throws -> (TillConfiguration, ConfigurationReload) {
        let folder = NSTemporaryDirectory() + "till-reload-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func read(_ text: String) throws -> ReadConfiguration {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/till.toml"))
            let read = ConfigurationFiles(named: folder + "/till.toml", environment: [:]).read()
            try #require(read.problems.isEmpty, "\(read.problems)")
            return read
        }
        let (before, now) = (try read(old), try read(new))
        let reload = ConfigurationReload(from: before.options, to: now.options)
        return (reload.applied(now.configuration, to: before.configuration), reload)
    }

    @Test func anOptionThatWaitsDoesNotCountBeforeTheNextStart() throws {
        let (inForce, reload) = try Self.reload(
            "[policy]\ngive_up_after = 20\nlargest_payment = 5\n", "[policy]\ngive_up_after = 30\nlargest_payment = 9\n"
        )
        #expect(inForce.policy.giveUpAfterSeconds == 30)
        #expect(inForce.policy.largestPayment == 5)
        #expect(reload.waiting == ["policy.largest_payment"])
    }

    @Test func anOptionThatWaitsIsNamedAgainUntilItIsAsInForce() throws {
        let (old, new) = (
            Self.options(["policy.largest_payment": "5", "shop.language": "en"]),
            Self.options(["policy.largest_payment": "9", "shop.language": "de"])
        )
        let first = ConfigurationReload(from: old, to: new)
        let second = ConfigurationReload(from: first.inForce, to: new)
        #expect(second.waiting == ["policy.largest_payment"] && second.counting.isEmpty)
        let back = ConfigurationReload(from: second.inForce, to: old)
        #expect(back.waiting.isEmpty && back.counting == ["shop.language"])
    }

    @Test func everyRetentionCountsAtOnce() throws {
        let options = ["traces", "delivered_news", "cached_orders", "cached_documents", "former_databases"]
        let (inForce, reload) = try Self.reload(
            "", "[retention]\nreceipts = 4000\n" + options.map { "\($0) = 7\n" }.joined())
        let kept = inForce.retention
        let days: [Int] = [
            kept.traceDays, kept.deliveredNewsDays, kept.cachedOrderDays, kept.cachedDocumentDays,
            kept.formerDatabaseDays,
        ]
        #expect(days.allSatisfy { $0 == 7 } && kept.receiptDays == 4_000)
        #expect(reload.waiting.isEmpty)
    }
}
