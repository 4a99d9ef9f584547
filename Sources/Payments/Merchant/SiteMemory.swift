import Flow
import Foundation
import Model
import Storage

/// What the till remembers about each shop between starts, in its storage.
package struct SiteMemory: Sendable {
    /// One thing that is remembered. The words are stored, so they never change.
    package enum Entry: String, CaseIterable, Sendable {
        case ordersSettings, productsSettings, taxRate, gateway, storeID, firstPayment

        /// Whether it was chosen by the operator, and is forgotten when that operator signs out.
        package var isChoice: Bool {
            switch self {
            case .ordersSettings, .productsSettings, .taxRate, .gateway: true
            case .storeID, .firstPayment: false
            }
        }
    }

    let storage: any StorageManagerType

    package init(storage: any StorageManagerType) { self.storage = storage }

    /// Nil if nothing is remembered.
    package func load<Value: Decodable>(
        _ entry: Entry, of site: SiteID, as type: Value.Type = Value.self
    ) throws(Failure) -> Value? {
        try storage.reading { try Self.load(entry, of: site, as: type, in: $0) }
    }

    /// Remembers the value in place of an earlier one; nil forgets what was remembered.
    package func set(_ entry: Entry, of site: SiteID, to value: (some Encodable)?) throws(Failure) {
        try storage.writing { transaction in
            guard let value else { return try transaction.removeSetting(Self.key(entry, site)) }
            try transaction.setSetting(Self.key(entry, site), to: value)
        }
    }

    /// Remembers the value unless there is one.
    package func setIfFirst(_ entry: Entry, of site: SiteID, to value: some Encodable) throws(Failure) {
        try storage.writing { try Self.setIfFirst(entry, of: site, to: value, in: $0) }
    }

    /// Forgets what the operator chose.
    package func forgetChoices(of site: SiteID) throws(Failure) {
        try storage.writing { try Self.forgetChoices(of: site, in: $0) }
    }
}

// MARK: - As part of a transaction

extension SiteMemory {
    package static func load<Value: Decodable>(
        _ entry: Entry, of site: SiteID, as type: Value.Type = Value.self, in reader: any SettingsReading
    ) throws(StorageError) -> Value? {
        try reader.setting(key(entry, site), as: type)
    }

    package static func setIfFirst(
        _ entry: Entry, of site: SiteID, to value: some Encodable, in transaction: any StorageTransaction
    ) throws(StorageError) {
        guard try transaction.setting(key(entry, site)) == nil else { return }
        try transaction.setSetting(key(entry, site), to: value)
    }

    package static func forgetChoices(
        of site: SiteID, in transaction: any SettingsWriting
    ) throws(StorageError) {
        for entry in Entry.allCases where entry.isChoice { try transaction.removeSetting(key(entry, site)) }
    }

    private static func key(_ entry: Entry, _ site: SiteID) -> String { "site.\(site.rawValue).\(entry.rawValue)" }
}
