import Flow
import Foundation
import Model
import Storage

/// What the till remembers about each shop between starts, in its storage.
struct SiteMemory: Sendable {
    /// One thing that is remembered. The words are stored, so they never change.
    enum Entry: String, CaseIterable {
        case ordersSettings, productsSettings, taxRate, gateway, storeID, firstPayment

        /// Whether it was chosen by the operator, and is forgotten when that operator signs out.
        var isChoice: Bool {
            switch self {
            case .ordersSettings, .productsSettings, .taxRate, .gateway: true
            case .storeID, .firstPayment: false
            }
        }
    }

    let storage: any StorageManagerType

    /// Nil if nothing is remembered.
    func load<Value: Decodable>(_ entry: Entry, of site: SiteID, as type: Value.Type = Value.self) throws(Failure)
        -> Value?
    {
        try storage.reading { try $0.setting(key(entry, site), as: type) }
    }

    /// - Parameter value: nil to forget it.
    func set(_ entry: Entry, of site: SiteID, to value: (some Encodable)?) throws(Failure) {
        try storage.writing { transaction in
            guard let value else { return try transaction.removeSetting(key(entry, site)) }
            try transaction.setSetting(key(entry, site), to: value)
        }
    }

    /// Remembers the value unless there is one.
    func setIfFirst(_ entry: Entry, of site: SiteID, to value: some Encodable) throws(Failure) {
        try storage.writing { transaction in
            guard try transaction.setting(key(entry, site)) == nil else { return }
            try transaction.setSetting(key(entry, site), to: value)
        }
    }

    /// Forgets what the operator chose.
    func forgetChoices(of site: SiteID) throws(Failure) {
        try storage.writing { transaction in
            for entry in Entry.allCases where entry.isChoice { try transaction.removeSetting(key(entry, site)) }
        }
    }

    private func key(_ entry: Entry, _ site: SiteID) -> String { "site.\(site.rawValue).\(entry.rawValue)" }
}
