import Foundation

/// A parcel to be told to the shop.
package struct NewShipment: Hashable, Sendable {
    package enum Carrier: Hashable, Sendable {
        /// A carrier that the plugin knows by this name.
        case known(String)
        /// Any other carrier, with the address of its page for this parcel; empty for none.
        case custom(String, link: String)

        package var name: String {
            switch self {
            case .known(let name), .custom(let name, _): name
            }
        }
    }

    package let carrier: Carrier
    package let number: String
    /// The day as `2026-11-25`; nil for today, by the shop's clock.
    package let shipped: String?

    package init(_ carrier: Carrier, number: String, shipped: String? = nil) {
        self.carrier = carrier
        self.number = number
        self.shipped = shipped
    }

    /// The body of the request.
    var json: JSONValue {
        var members: [String: JSONValue] = ["tracking_number": .string(number)]
        members["date_shipped"] = shipped.map { .string($0) }
        switch carrier {
        case .known(let name): members["tracking_provider"] = .string(name)
        case .custom(let name, let link):
            members["custom_tracking_provider"] = .string(name)
            members["custom_tracking_link"] = .string(link)
        }
        return .object(members)
    }

    /// Whether a parcel of the shop is this one. Carriers are compared as the plugin does: by the letters and digits of their
    /// names.
    func isDone(in tracking: ShipmentTracking) -> Bool {
        tracking.number == number && Self.letters(tracking.provider) == Self.letters(carrier.name)
    }

    private static func letters(_ name: String) -> String {
        String(name.lowercased().filter { $0.isLetter || $0.isNumber })
    }
}
