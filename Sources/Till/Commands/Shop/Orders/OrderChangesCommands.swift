import ArgumentParser
import CPrivacy
import Flow
import Foundation
import Model
import Networking
import Service
import Stores

struct FindOrder: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "Shows the order with a number, as it is printed or scanned.")

    @Argument(help: ArgumentHelp("The number, such as 1042 or L5.", valueName: "number"))
    var number: String
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let code = number
        try await console.show(try await till.ask { OrderAction.lookUpOrder(code, $0) }, in: till, asJSON: output.json)
        return .done
    }
}

/// What a new order holds, or what is changed of an order.
struct OrderChangeOptions: ParsableArguments {
    @Option(
        name: .customLong("product"), parsing: .singleValue,
        help: ArgumentHelp(
            "A product and its quantity, such as 11 or 11x2, with a tax class other than the product's after a colon: 11x2:reduced-rate.",
            valueName: "id[xcount][:class]"))
    var products: [OrderedProduct] = []
    @Option(
        name: .customLong("coupon"), parsing: .singleValue,
        help: ArgumentHelp(
            "The code of a coupon. Given once or more, these are all coupons of the order.", valueName: "code"))
    var coupons: [String] = []
    @Option(
        name: .customLong("shipping"), parsing: .singleValue,
        help: ArgumentHelp(
            "A way of delivery, its net amount, and what the customer reads: flat_rate:4.90:Courier.",
            valueName: "method:amount[:title]"))
    var shipping: [OrderedShipping] = []
    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Something that the shop keeps with the order.", valueName: "name=text"))
    var meta: [OrderedMeta] = []
    @Option(help: ArgumentHelp("The status, such as pending or completed.", valueName: "status"))
    var status: String?
    @Option(help: ArgumentHelp("The id of the customer.", valueName: "customer"))
    var customer: Int64?
    @Option(help: ArgumentHelp("The customer's note.", valueName: "text"))
    var note: String?
    @Option(help: ArgumentHelp("The customer's first name.", valueName: "name"))
    var firstName: String?
    @Option(help: ArgumentHelp("The customer's last name.", valueName: "name"))
    var lastName: String?
    @Option(help: ArgumentHelp("The customer's e-mail address.", valueName: "address"))
    var email: String?

    var changes: OrderChanges {
        var changes = OrderChanges()
        changes.items = products.map {
            OrderChanges.Item(productID: $0.id, quantity: $0.quantity, taxClass: $0.taxClass)
        }
        changes.shippingLines = shipping.map(\.line)
        changes.meta = Dictionary(meta.map { ($0.name, $0.text) }, uniquingKeysWith: { $1 })
        if !coupons.isEmpty { changes.coupons = coupons }
        changes.status = status.map { OrderStatus(rawValue: $0) }
        changes.customerID = customer
        changes.customerNote = note
        var billing: [String: String] = [:]
        billing["first_name"] = firstName
        billing["last_name"] = lastName
        billing["email"] = email
        if !billing.isEmpty { changes.billing = billing }
        return changes
    }
}

/// `flat_rate:4.90` or `flat_rate:4.90:Courier`.
struct OrderedShipping: ExpressibleByArgument {
    let line: OrderChanges.Shipping

    init?(argument: String) {
        let parts = argument.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 2, !parts[0].isEmpty, TypedAmount(argument: parts[1]) != nil else { return nil }
        line = OrderChanges.Shipping(
            methodID: parts[0], title: parts.count == 3 ? parts[2] : nil, total: parts[1])
    }
}

/// `Table=7`. A name with an underscore first is the shop's own.
struct OrderedMeta: ExpressibleByArgument {
    let name: String
    let text: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[0].hasPrefix("_") else { return nil }
        (name, text) = (String(parts[0]), String(parts[1]))
    }
}

/// `11`, `11x2` or `11x2:reduced-rate`.
struct OrderedProduct: ExpressibleByArgument {
    let id: Int64
    let quantity: String
    let taxClass: String?

    init?(argument: String) {
        let halves = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        taxClass = halves.count == 2 ? String(halves[1]) : nil
        let parts = halves[0].split(separator: "x", maxSplits: 1, omittingEmptySubsequences: false)
        guard let id = Int64(parts[0]), id > 0, taxClass?.isEmpty != true else { return nil }
        let quantity = parts.count == 2 ? String(parts[1]) : "1"
        guard let amount = Decimal(string: quantity), amount > 0, amount < 1_000_000,
            quantity.allSatisfy({ $0.isNumber || $0 == "." })
        else { return nil }
        self.id = id
        self.quantity = quantity
    }
}

struct CreateOrder: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Makes an order in the shop.",
        discussion: """
            While the shop cannot be asked, the till makes the order under a number of its own, such as L5, from the prices that \
            it knows. The order can be paid at once, and the shop is told when it is back.
            """)

    @OptionGroup var order: OrderChangeOptions
    @Option(
        help: ArgumentHelp("Make an order of an amount, without goods, in the shop's currency.", valueName: "amount"))
    var amount: String?
    @Option(help: ArgumentHelp("What the order of an amount is for; receipts show it.", valueName: "text"))
    var name: String?
    @Flag(help: "The shop adds its tax to the amount.")
    var taxable = false
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    func validate() throws {
        guard amount != nil else {
            if name != nil || taxable { throw ValidationError("--name and --taxable need --amount.") }
            if order.products.isEmpty { throw ValidationError("Name at least one --product, or an --amount.") }
            return
        }
        guard order.changes.isEmpty else { throw ValidationError("--amount does without goods and other options.") }
        guard name?.isEmpty == false else { throw ValidationError("--amount needs a --name.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let changes = order.changes
        if let amount {
            let currency = await till.shopCurrency ?? till.configuration.shop.currency
            let (sum, name, isTaxable) = (try Money(typed: amount, currency, as: "--amount"), name ?? "", taxable)
            let made = try await till.ask {
                OrderAction.createSimplePaymentsOrder(sum, name: name, isTaxable: isTaxable, $0)
            }
            try await console.show(made, in: till, asJSON: output.json)
            return .done
        }
        try await console.show(
            try await till.ask { OrderAction.createOrder(changes, $0) }, in: till, asJSON: output.json)
        return .done
    }
}

struct UpdateOrder: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Changes an order.",
        discussion: """
            While the shop cannot be asked, the change waits. If somebody else has changed the order meanwhile, nothing is \
            written, and `till outbox list` shows it.
            """)

    @Argument(help: ArgumentHelp("An order number, such as 1042.", valueName: "order"))
    var number: OrderNumber
    @OptionGroup var order: OrderChangeOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    func validate() throws {
        if order.changes.isEmpty { throw ValidationError("Name something to change.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let (id, changes) = (try await till.order(number), order.changes)
        try await console.show(
            try await till.ask { OrderAction.updateOrder(id, changes, $0) }, in: till, asJSON: output.json)
        return .done
    }
}

struct DeleteOrder: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Moves an order to the shop's bin.")

    @Argument(help: ArgumentHelp("An order number, such as 1042.", valueName: "order"))
    var number: OrderNumber
    @Flag(help: "Deletes the order for good.")
    var permanently = false
    @OptionGroup var data: DataOptions
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let (id, permanently) = (try await till.order(number), permanently)
        try await till.ask { OrderAction.deleteOrder(id, permanently: permanently, $0) }
        return .done
    }
}

struct SyncOrders: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Loads the orders that were changed since the last time; all orders the first time.",
        discussion: """
            What is loaded can be looked up, and by `policy.offline_orders` paid, while the shop is away. Orders in the \
            shop's bin are forgotten, unless this till has taken money for them.
            """)

    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    /// A page of orders takes megabytes. With a heap for each thread, each would keep the largest one.
    private static let mostHeaps: Int32 = 4

    func execute(_ console: Console) async throws(Failure) -> Exit {
        till_share_heaps(Self.mostHeaps)
        let till = try await LiveTill(try data.setup())
        till_release_memory()
        let report = try await till.ask { OrderAction.synchronizeModifiedOrders($0) }
        guard !output.json else {
            console.print(
                try Output.json([
                    "orders": report.orders, "unreadable": report.unreadable.count + report.unnamed,
                    "forgotten": report.forgotten.count,
                ]))
            return .done
        }
        if !report.unreadable.isEmpty {
            let ids = report.unreadable.prefix(10).map(\.description).joined(separator: ", ")
            let more = report.unreadable.count > 10 ? ", …" : ""
            console.say(
                till.language.text("orders.unreadable", ["count": report.unreadable.count, "orders": ids + more]))
        }
        if report.unnamed > 0 { console.say(till.language.text("orders.unnamed", ["count": report.unnamed])) }
        console.print(till.language.text("orders.synchronized", ["count": report.orders]))
        return .done
    }
}
