import ArgumentParser
import Flow
import Foundation
import Model
import Networking
import Stores

struct CustomersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "customers", abstract: "Shows and finds the customers of the shop.",
        subcommands: [ListCustomers.self, ShowCustomer.self, SearchCustomers.self])
}

struct ListCustomers: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the customers who registered last.")

    @OptionGroup var guests: GuestsOption
    @OptionGroup var options: ListOptions
    @OptionGroup var data: DataOptions

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let most = options.limit
        if guests.guests {
            let known = try await till.ask { CustomerAction.synchronizeLightCustomersData(page: 1, size: most, $0) }
            try console.show(known, in: till, asJSON: options.output.json, none: Sentence("customers.none")) { $0.row }
            return .done
        }
        let customers = try await till.ask { CustomerAction.synchronizeAllCustomers(page: 1, size: most, $0) }
        try console.show(customers, in: till, asJSON: options.output.json, none: Sentence("customers.none")) { $0.row }
        return .done
    }
}

struct SearchCustomers: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Lists the customers whose name or e-mail address contains a text.")

    @Argument(help: ArgumentHelp("Part of a name or an e-mail address.", valueName: "text"))
    var text: String
    @OptionGroup var guests: GuestsOption
    @OptionGroup var options: ListOptions
    @OptionGroup var data: DataOptions

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let (wanted, most) = (text, options.limit)
        if guests.guests {
            let known = try await till.ask { CustomerAction.searchWCAnalyticsCustomers(wanted, size: most, $0) }
            try console.show(known, in: till, asJSON: options.output.json, none: Sentence("customers.none")) { $0.row }
            return .done
        }
        let customers = try await till.ask { CustomerAction.searchCustomers(wanted, size: most, $0) }
        try console.show(customers, in: till, asJSON: options.output.json, none: Sentence("customers.none")) { $0.row }
        return .done
    }
}

struct ShowCustomer: ShopEntityCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows one customer.")

    @Argument(help: ArgumentHelp("The customer's id.", valueName: "customer"))
    var customer: Int64
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func load(from till: LiveTill) async throws(Failure) -> Cached<Customer> {
        let id = customer
        return try await till.ask { CustomerAction.retrieveCustomer(id, $0) }
    }

    func rows(of customer: Customer) -> [String] {
        [customer.row] + (customer.billing?.rows ?? []).map { "  \($0)" }
    }
}

struct GuestsOption: ParsableArguments {
    @Flag(help: "All who have bought, guests included, with what they have bought. The shop's analytics count it.")
    var guests = false
}

extension AnalyticsCustomer {
    fileprivate var row: String {
        let bought = "\(ordersCount)".padded(6) + (totalSpend.map(StatsTotals.amount) ?? "").padded(12)
        return "\(String(userID).padded(8))\(name.padded(28))\(bought)\(email)"
    }
}

extension Customer {
    fileprivate var row: String { "\(String(id).padded(8))\((name ?? username).padded(28))\(email)" }
}

extension PostalAddress {
    /// The address, one line each, without lines that are empty.
    var rows: [String] {
        ([name ?? "", company] + lines + ["\(postcode) \(city)", country, email, phone])
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
