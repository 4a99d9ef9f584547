import ArgumentParser
import Flow
import Foundation
import Model
import Networking
import Stores

struct ShipmentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shipments", abstract: "Shows, adds and removes the parcels of an order.",
        discussion: "The shop needs the plugin WooCommerce Shipment Tracking.",
        subcommands: [ListShipments.self, AddShipment.self, RemoveShipment.self, ListCarriers.self])
}

struct ListShipments: ShopListCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the parcels of an order.")

    @Argument(help: ArgumentHelp("An order number, such as 1042.", valueName: "order"))
    var order: OrderNumber
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var none: Sentence { Sentence("shipments.none") }

    func load(from till: LiveTill) async throws(Failure) -> Cached<Listing<ShipmentTracking>> {
        let id = try await till.order(order)
        return try await till.ask { ShipmentAction.synchronizeShipmentTrackingData(id, $0) }
    }

    func row(of parcel: ShipmentTracking, in till: LiveTill) -> String { parcel.row }
}

struct AddShipment: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Tells the shop of a parcel.",
        discussion: "A parcel that is there already is the result, so the command may be repeated.")

    @Argument(help: ArgumentHelp("An order number, such as 1042.", valueName: "order"))
    var order: OrderNumber
    @Option(
        help: ArgumentHelp(
            "The carrier, as `till shipments carriers` shows it; any other one with --link.", valueName: "name"))
    var carrier: String
    @Option(help: ArgumentHelp("The number of the parcel.", valueName: "number"))
    var number: String
    @Option(
        help: ArgumentHelp(
            "The address at which a carrier that the shop does not know shows the parcel; may be empty.",
            valueName: "url"))
    var link: String?
    @Option(help: ArgumentHelp("The day on which it left, as 2026-11-30. Default: today.", valueName: "day"))
    var day: CalendarDay?
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    func validate() throws {
        for text in [carrier, number] where text.allSatisfy(\.isWhitespace) {
            throw ValidationError("--carrier and --number need a text.")
        }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let (id, carrier, number, link, day) = (try await till.order(order), carrier, number, link, day)
        let parcel = try await till.ask { (reply: Reply<ShipmentTracking>) in
            link.map {
                ShipmentAction.addCustomTracking(
                    id, provider: carrier, number: number, link: $0, dateShipped: day, reply)
            } ?? ShipmentAction.addTracking(id, provider: carrier, number: number, dateShipped: day, reply)
        }
        console.print(output.json ? parcel.json.shown : parcel.row.printable)
        return .done
    }
}

struct RemoveShipment: TillCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Removes a parcel of an order.")

    @Argument(help: ArgumentHelp("An order number, such as 1042.", valueName: "order"))
    var order: OrderNumber
    @Argument(help: ArgumentHelp("The parcel's id, as `till shipments list` shows it.", valueName: "shipment"))
    var shipment: String
    @OptionGroup var data: DataOptions
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let (id, parcel) = (try await till.order(order), shipment)
        try await till.ask { ShipmentAction.deleteTracking(id, parcel, $0) }
        console.print(till.language.text("shipments.removed", ["id": parcel]).printable)
        return .done
    }
}

struct ListCarriers: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "carriers",
        abstract: "Lists the carriers that the shop knows, by country, and those that were named at this till.")

    @Argument(help: ArgumentHelp("An order number, such as 1042.", valueName: "order"))
    var order: OrderNumber
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let id = try await till.order(order)
        let own = try await till.ask { ShipmentAction.loadCustomTrackingProviders($0) }
        let groups = try await till.ask { ShipmentAction.synchronizeShipmentTrackingProviders(id, $0) }
        guard !output.json else {
            console.say(ageOf: groups, at: till.environment.now(), in: till.language)
            let carriers: [String: JSONValue] = [
                "shop": .array(groups.value.items.map(\.json)), "till": .array(own.map(\.json)),
            ]
            console.print(JSONValue.object(carriers).shown)
            return .done
        }
        try console.show(groups, in: till, asJSON: false, none: Sentence("shipments.carriers.none")) { group in
            "\(group.name): \(group.providers.joined(separator: ", "))"
        }
        if !own.isEmpty {
            let names = own.map(\.name).joined(separator: ", ")
            console.print(till.language.text("shipments.carriers.own", ["names": names]).printable)
        }
        return .done
    }
}

extension ShipmentTracking {
    fileprivate var row: String {
        "\(id.padded(34))\((shipped ?? "").padded(12))\(provider.padded(20))\(number)  \(link)"
            .trimmingCharacters(in: .whitespaces)
    }
}
