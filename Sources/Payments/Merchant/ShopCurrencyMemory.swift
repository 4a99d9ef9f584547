import Flow
import Foundation
import Model
import Networking
import Storage

/// Remembers how the shop writes its amounts. The shop is asked together with an order that is to be paid, once an hour
/// at most. If the shop never told, receipts use the format of their language.
package struct ShopCurrencyMemory: Sendable {
    /// A shop changes its currency format once in years.
    private static let lifetime: TimeInterval = 3600

    let network: any Network
    let storage: any StorageManagerType
    let site: SiteID
    let environment: Environment

    package init(network: any Network, storage: any StorageManagerType, site: SiteID, environment: Environment) {
        self.network = network
        self.storage = storage
        self.site = site
        self.environment = environment
    }

    private struct Told: Codable {
        /// Nil if the shop answered that it does not tell.
        let currency: ShopCurrency?
        let toldAt: Date
    }

    /// Asks the shop if the remembered format is too old. A failure is ignored, so that no payment fails over it.
    package func refresh() async {
        let now = environment.now()
        let known = (try? storage.reading { Self.told(by: site, in: $0) }) ?? nil
        // The embedded shop's settings are in this process, so asking costs nothing.
        let isOwn = site == .embedded
        if !isOwn, let known, abs(now.timeIntervalSince(known.toldAt)) < Self.lifetime { return }
        var currency = isOwn ? nil : known?.currency
        do throws(NetworkError) { currency = try await ShopSettingsRemote(network: network).loadCurrency() } catch {
            if error.failure.recovery == .retry { return }
        }
        // A commit before each payment would cost time.
        if isOwn, currency == known?.currency { return }
        let told = Told(currency: currency, toldAt: now)
        _ = try? storage.writing { try $0.setSetting(Self.key(site), to: told) }
    }

    /// The format for amounts in that currency; nil if the shop never told. Another currency than the shop's has its
    /// own letters and decimals.
    static func format(
        of currency: Currency, at site: SiteID, in reader: any SettingsReading
    ) -> CurrencyFormat? {
        guard let told = told(by: site, in: reader)?.currency else { return nil }
        guard told.code != currency.code else { return told.format }
        return CurrencyFormat(
            position: told.format.position, thousandSeparator: told.format.thousandSeparator,
            decimalSeparator: told.format.decimalSeparator)
    }

    /// The shop's currency; nil if the shop never told.
    package static func currency(of site: SiteID, in reader: any SettingsReading) -> Currency? {
        told(by: site, in: reader)?.currency.flatMap { Currency(code: $0.code) }
    }

    package static func forget(_ site: SiteID, in transaction: any SettingsWriting) throws(StorageError) {
        try transaction.removeSetting(key(site))
    }

    /// A format that cannot be read counts as never told, so that no receipt fails over it.
    private static func told(by site: SiteID, in reader: any SettingsReading) -> Told? {
        (try? reader.setting(key(site), as: Told.self)) ?? nil
    }

    private static func key(_ site: SiteID) -> String { "shop.currency \(site.rawValue)" }
}
