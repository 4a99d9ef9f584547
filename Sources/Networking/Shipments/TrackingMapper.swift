import Model

/// Maps parcels, which do not say to which order they belong.
struct TrackingMapper: Mapper {
    let order: OrderID

    func map(_ response: Response) throws(NetworkError) -> ShipmentTracking {
        try tracking(try response.object)
    }

    func tracking(_ object: ShopObject) throws(NetworkError) -> ShipmentTracking {
        var members = object.members
        members["order_id"] = .integer(order.rawValue)
        return try ShipmentTracking(try ShopObject(.object(members), at: object.place))
    }
}

struct TrackingListMapper: Mapper {
    let order: OrderID

    func map(_ response: Response) throws(NetworkError) -> Page<ShipmentTracking> {
        let mapper = TrackingMapper(order: order)
        return try Page(response) { (object) throws(NetworkError) in try mapper.tracking(object) }
    }
}

/// Maps the carriers: an object of countries, each an object of names and addresses.
struct ProvidersMapper: Mapper {
    func map(_ response: Response) throws(NetworkError) -> Page<ShipmentProviderGroup> {
        // PHP writes an object without members as an empty list.
        if case .array([]) = try response.json { return Page([], response) }
        let countries = try response.object.members.sorted { $0.key < $1.key }
        return Page(
            try countries.map { (name, providers) throws(NetworkError) in
                try ShipmentProviderGroup(
                    try ShopObject(.object(["name": .string(name), "providers": providers]), at: name))
            }, response)
    }
}

/// What the shop answers when a parcel was deleted: nothing in it is needed.
struct AnyTracking: ShopEntity {
    static var resource: ShopResource { .shipment }

    let json: JSONValue

    init(_ object: ShopObject) throws(NetworkError) { json = object.json }

    var key: String { "" }
}
