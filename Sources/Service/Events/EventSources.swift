import Flow
import Hardware
import Model
import Stores

/// What the listeners of a service share, so that each thing is read and rendered once and not once for each of them.
final class EventSources: Sendable {
    let tail: JournalTail
    private let till: any ServedTill
    private let displays = SharedObjects<Key, DisplayWatch>()
    private let prints = SharedObjects<Key, PrintWatch>()

    private struct Key: Hashable {
        let devices: [DeviceAddress]
        let language: OperatorLanguage
    }

    init(till: any ServedTill) {
        self.till = till
        tail = JournalTail(storage: till.storage, feed: till.feed)
    }

    /// What the terminals show now.
    func displays(in language: OperatorLanguage) async throws(Failure) -> DisplayWatch {
        let terminals = try await till.knownTerminals().map(\.address)
        return displays.object(Key(devices: terminals, language: language)) {
            DisplayWatch(terminals.map { ($0, till.payment(on: $0)) }, in: language)
        }
    }

    /// What the printers do now.
    func prints(in language: OperatorLanguage) async throws(Failure) -> PrintWatch {
        let printers = try await till.knownPrinters().map(\.address)
        return prints.object(Key(devices: printers, language: language)) {
            PrintWatch(printers, till.printers, in: language, storage: till.storage)
        }
    }
}
