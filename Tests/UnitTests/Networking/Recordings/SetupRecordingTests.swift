import Foundation
import Model
import Synchronization
import Testing

@testable import Networking

/// Notes, statuses, settings, taxes, payment methods and the status of a real WooCommerce: what is asked for, and what is read
/// of its answers. Skipped, and said so, where the recordings are not there.
@Suite(.enabled(if: WooReference.isHere, "../shared is not beside this repository (or set TILL_SHARED)"))
struct SetupRecordingTests {
    /// Answers with the recording, and compares what was asked with what was recorded.
    private func replay<Value>(
        _ name: String, asking also: Set<String> = [], _ work: (any Network) async throws -> Value
    ) async throws -> Value {
        let recording = try WooReference.recording(name)
        let shop = OneAnswer(.success(recording.response))
        let value = try await work(shop)
        let sent = try #require(shop.requests.last)
        #expect(sent.method.rawValue == recording.method && sent.path == recording.path)
        for (name, value) in recording.query where !also.contains(name) { #expect(sent.query[name] == value) }
        #expect(Set(sent.query.keys).subtracting(recording.query.keys).isSubset(of: also))
        if recording.method != "GET" {
            let (ours, theirs) = (
                try JSONValue(parsing: try #require(sent.body)), try JSONValue(parsing: recording.requestBody)
            )
            for (name, value) in theirs.members ?? [:] { #expect(ours[name] == value, "\(name)") }
        }
        return value
    }

    @Test func theNotesOfAnOrder() async throws {
        let notes = try await replay("090-notes-list") {
            try await OrderNotesRemote(network: $0).loadNotes(of: OrderID(rawValue: 286))
        }
        #expect(notes.items.count == 9 && notes.items[1].isForCustomer && notes.items[1].text == "Abholbereit")
        #expect(notes.items[2].text.contains("(-10→-11)"))
        #expect(notes.items.allSatisfy { $0.createdAt != nil })
    }

    @Test func aNoteIsWrittenAndKnownAgain() async throws {
        let note = NewOrderNote(at: OrderID(rawValue: 286), "Bon gedruckt, Küche informiert 🍳")
        let written = try await replay("088-note-create") { try await OrderNotesRemote(network: $0).write(note) }
        #expect(note.isSaid(by: written))
        let mailed = try WooReference.recording("089-note-create-customer")
        let said = try #require(try JSONValue(parsing: mailed.requestBody)["note"]?.text)
        let forCustomer = NewOrderNote(at: OrderID(rawValue: 286), said, isForCustomer: true)
        #expect(forCustomer.isSaid(by: try EntityMapper<OrderNote>().map(mailed.response)))
        #expect(!note.isSaid(by: try EntityMapper<OrderNote>().map(mailed.response)))
    }

    @Test func aNoteAtAnOrderThatIsNotThere() async throws {
        let recording = try WooReference.recording("094-note-404-order")
        await #expect(throws: NetworkError.notFound(complaint(recording), of: .order)) {
            _ = try await OrderNotesRemote(network: OneAnswer(.success(recording.response))).write(
                NewOrderNote(at: OrderID(rawValue: 99_999_999), "x"))
        }
    }

    private func complaint(_ recording: Recording) -> NetworkError.Complaint? {
        guard let body = try? JSONValue(parsing: recording.response.body), let code = body["code"]?.text,
            let message = body["message"]?.text
        else { return nil }
        return NetworkError.Complaint(code: code, message: message)
    }

    @Test func theStatusesOfOrders() async throws {
        let statuses = try await replay("190-reports-orders-totals") {
            try await OrderStatusesRemote(network: $0).loadStatuses()
        }
        #expect(statuses.items.count == 8 && statuses.items[0].total == 21)
        #expect(statuses.items.last?.slug == "checkout-draft")
    }

    @Test(arguments: [
        ("166-settings-general", "general", 20), ("167-settings-tax", "tax", 9),
        ("168-settings-products", "products", 32),
    ])
    func theSettingsOfAGroup(_ name: String, _ group: String, _ count: Int) async throws {
        let settings = try await replay(name) { try await SettingsRemote(network: $0).loadSettings(of: group) }
        #expect(settings.items.count == count && settings.items.allSatisfy { $0.group == group })
        #expect(Set(settings.items.map(\.key)).count == count)
    }

    @Test func theGroupsOfSettings() async throws {
        let groups = try await replay("165-settings") { try await SettingsRemote(network: $0).loadGroups() }
        #expect(groups.items.count == 29 && groups.items.contains { $0.label == "Accounts & Privacy" })
    }

    @Test func oneSettingIsReadAndChanged() async throws {
        let currency = try await replay("169-setting-currency") {
            try await SettingsRemote(network: $0).loadSetting("woocommerce_currency", in: "general")
        }
        #expect(currency.valueText == "EUR" && currency.options["EUR"]?.contains("€") == true)
        let position = try await replay("181-setting-put") {
            try await SettingsRemote(network: $0).update("woocommerce_currency_pos", in: "general", to: "left")
        }
        #expect(position.valueText == "left" && position.key == "general/woocommerce_currency_pos")
    }

    @Test func theTaxes() async throws {
        let classes = try await replay("164-taxes-classes") { try await TaxesRemote(network: $0).loadClasses() }
        #expect(classes.items.map(\.name) == ["Standard rate", "Ermäßigt", "Steuerfrei"])
        let rates = try await replay("163-taxes", asking: ["page", "per_page"]) {
            try await TaxesRemote(network: $0).loadRates(page: 1, size: 100)
        }
        #expect(rates.items.prefix(4).map(\.rate) == [19, 7, 0, 20] && rates.total == 5)
    }

    @Test func thePaymentMethods() async throws {
        let gateways = try await replay("171-payment-gateways") {
            try await PaymentGatewaysRemote(network: $0).loadGateways()
        }
        #expect(
            gateways.items.map(\.id) == ["bacs", "cheque", "cod"]
                && gateways.items.map(\.isEnabled) == [true, false, true])
        let cash = try EntityMapper<PaymentGateway>().map(
            try WooReference.recording("172-payment-gateway-cod").response)
        #expect(cash.title == "Barzahlung" && cash.methodTitle == "Cash on delivery")
    }

    @Test func theStatusOfTheShop() async throws {
        let status = try await replay("178-system-status") { try await SystemStatusRemote(network: $0).loadReport() }
        #expect(status.version == "11.0.1" && status.wordPressVersion == "7.1" && status.currency == "EUR")
        #expect(status.hasOrderTables == true && status.isAtLeast(8, 7) && !status.isAtLeast(11, 1))
        #expect(status.activePlugin(in: "woocommerce")?.name == "WooCommerce")
        let part = try await replay("229-system-status-env", asking: ["_fields"]) {
            try await SystemStatusRemote(network: $0).loadInformation()
        }
        #expect(part.storeID == status.storeID && part.hasOrderTables == nil)
    }

    @Test func theUserOfAnApplicationPassword() async throws {
        let user = try await replay("022-apppass-users-me") {
            try await SiteUsersRemote(network: $0).loadUser(of: "kiosk")
        }
        #expect(user.id == 2 && user.roles == ["shop_manager"] && user.name == "Kiosk Dienst")
    }

    /// Written from the documentation and older versions of WooCommerce.
    @Test func theSamplesOfOtherVersions() throws {
        let notes = try EntityListMapper<OrderNote>().map(try WooReference.sample("order-notes")).items
        #expect(notes.first?.author == "kiosk")
        let statuses = try EntityListMapper<OrderStatusTotal>().map(try WooReference.sample("report-orders-totals"))
        #expect(!statuses.items.isEmpty)
        let status = try EntityMapper<SystemStatus>().map(try WooReference.sample("system-status"))
        #expect(status.version == "9.3.3" && status.plugins.contains { !$0.isActive })
        #expect(!(try EntityListMapper<TaxClass>().map(try WooReference.sample("tax-classes")).items.isEmpty))
        #expect(!(try EntityListMapper<TaxRate>().map(try WooReference.sample("tax-rates")).items.isEmpty))
        let gateways = try EntityListMapper<PaymentGateway>().map(try WooReference.sample("payment-gateways")).items
        #expect(gateways.map(\.id) == ["cod", "woocommerce_payments"])
        #expect(try EntityMapper<SiteAPI>().map(try WooReference.sample("wp-site-index")).has("wc-analytics"))
    }
}
