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
        #expect(ConfigurationReload.live.isSubset(of: names), "\(ConfigurationReload.live.subtracting(names))")
    }
}
