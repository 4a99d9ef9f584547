import ArgumentParser
import Flow
import Foundation
import Model
import Service
import Stores

struct OrdersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "orders", abstract: "Shows, finds, makes and changes the orders of the shop.",
        subcommands: [
            ListOrders.self, ShowOrder.self, SearchOrders.self, FindOrder.self, CreateOrder.self, UpdateOrder.self,
            DeleteOrder.self, SyncOrders.self, OrderStatusesCommand.self, OrderRefundsCommand.self,
        ])
}

struct ListOrders: TillCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the newest orders.")

    @Option(
        help: ArgumentHelp("Only orders in this status, such as pending or completed.", valueName: "status"))
    var status: String?
    @OptionGroup var filter: OrderFilterOptions
    @OptionGroup var options: ListOptions
    @OptionGroup var data: DataOptions

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let (wanted, most) = (status.map { OrderStatus(rawValue: $0) }, options.limit)
        if filter.isNamed {
            let (page, chosen) = (filter.page ?? 1, filter.filter(wanted, in: till.clock.zone))
            let site = try await till.ask { AccountAction.loadAccount($0) }.site
            let found = try await till.ask { OrderAction.fetchFilteredOrders(chosen, page: page, size: most, $0) }
            let orders = try found.map { (list) throws(Failure) in
                let (orders, unreadable) = list.items.orders(site: site)
                return Listing(
                    orders, total: list.total, isWhole: list.isWhole, unreadable: list.unreadable + unreadable.count)
            }
            try await console.show(orders, in: till, asJSON: options.output.json)
            return .done
        }
        let orders = try await till.ask { OrderAction.synchronizeOrders(status: wanted, limit: most, $0) }
        try await console.show(orders, in: till, asJSON: options.output.json)
        return .done
    }
}

struct SearchOrders: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Lists the orders whose number or customer contains a text.")

    @Argument(help: ArgumentHelp("Part of an order number or of a customer's name.", valueName: "text"))
    var text: String
    @OptionGroup var options: ListOptions
    @OptionGroup var data: DataOptions

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let (wanted, most) = (text, options.limit)
        let orders = try await till.ask { OrderAction.searchOrders(wanted, limit: most, $0) }
        try await console.show(orders, in: till, asJSON: options.output.json)
        return .done
    }
}

struct ShowOrder: TillCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows one order.")

    @Argument(help: ArgumentHelp("An order number, such as 1042.", valueName: "order"))
    var order: OrderNumber
    @Flag(help: "Shows everything that the shop has about the order, as JSON.")
    var whole = false
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        if whole {
            let id = try await till.order(order)
            let record = try await till.ask { OrderAction.retrieveOrderRecord(id, $0) }
            try console.show(record, in: till, asJSON: true) { _ in [] }
            return .done
        }
        let number = order.text
        try await console.show(
            try await till.ask { OrderAction.lookUpOrder(number, $0) }, in: till, asJSON: output.json)
        return .done
    }
}

extension Console {
    /// Shows one order, in lines or as JSON.
    func show(_ known: Cached<Order>, in till: LiveTill, asJSON: Bool) async throws(Failure) {
        say(ageOf: known, at: till.environment.now(), in: till.language)
        let shop = try await till.atShop([known.value])
        guard !asJSON else { return print(try Output.json(Output.Order(known.value, in: known, at: shop))) }
        let (order, language) = (known.value, till.language)
        let named: [String: any CustomStringConvertible] = ["order": order.number, "status": order.status.rawValue]
        let title =
            order.customer.map { Sentence("order.ofCustomer", named.merging(["customer": $0]) { $1 }) }
            ?? Sentence("order.title", named)
        print(title.text(in: language).printable)
        for line in order.lines { print("  \(line.quantity) x \(line.name)  \(language.text(line.total))".printable) }
        for adjustment in order.adjustments {
            let label = adjustment.label.isEmpty ? adjustment.kind.rawValue : adjustment.label
            print("  \(label)  \(language.text(adjustment.amount))".printable)
        }
        for tax in order.taxes { print("  \(tax.label)  \(language.text(tax.amount))".printable) }
        print(language.text("order.total", ["total": order.total]))
        if shop.isUntold(order.id) { say(Sentence("order.untold")) }
    }

    /// Shows orders, one per line, or as JSON.
    func show(_ known: Cached<Listing<Order>>, in till: LiveTill, asJSON: Bool) async throws(Failure) {
        let (orders, language) = (known.value.items, till.language)
        say(ageOf: known, at: till.environment.now(), in: language)
        say(extentOf: known)
        let shop = try await till.atShop(orders)
        guard !asJSON else { return print(try Output.json(orders.map { Output.Order($0, in: known, at: shop) })) }
        for order in orders {
            let total = language.text(order.total).padded(14)
            let mark = shop.isUntold(order.id) ? "  \(language.text("order.untoldMark"))" : ""
            let line = "\(order.number.padded(8))\(order.status.rawValue.padded(12))\(total)\(order.customer ?? "")"
            print((line + mark).printable)
        }
        if orders.isEmpty { say(language.text("order.none")) }
    }
}

extension LiveTill {
    /// What their shop knows of these orders.
    fileprivate func atShop(_ orders: [Order]) async throws(Failure) -> OrdersAtShop {
        guard let site = orders.first?.site else { return OrdersAtShop() }
        return try await ask { OutboxAction.findOrders(orders.map(\.id), site, $0) }
    }
}

extension String {
    /// The text padded to this width, for columns of text without wide characters.
    func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
