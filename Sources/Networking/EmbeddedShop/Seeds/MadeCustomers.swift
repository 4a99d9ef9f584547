import Foundation

/// The customers of a made-up shop.
struct MadeCustomers {
    private let shop: MadeShop

    init(_ shop: MadeShop) { self.shop = shop }

    private static let firstNames = [
        "Anna", "Jürgen", "Zoë", "Łukasz", "李", "さくら", "Mehmet", "Fatma", "Ülkü", "Emma", "Paul", "Çağla", "Søren",
    ]
    private static let lastNames = [
        "Müller", "Groß", "Œuvré", "Żółć", "小龙", "田中", "Yılmaz", "Al-Balushi", "Öztürk", "Smith", "O'Neil", "Bakker",
    ]
    private static let places = [("Berlin", "10115"), ("Leipzig", "04109"), ("Köln", "50667"), ("Müllheim", "79379")]

    /// The first customer's number.
    static let first: Int64 = 3

    func person(_ index: Int) -> (first: String, last: String, email: String, city: String, postcode: String) {
        var numbers = MadeNumbers(seed: shop.seed, 2, Int64(index))
        let place = numbers.one(of: Self.places)
        return (
            numbers.one(of: Self.firstNames), numbers.one(of: Self.lastNames), "customer\(index + 1)@shop.example",
            place.0, place.1
        )
    }

    func billing(_ index: Int) -> JSONValue {
        let person = person(index)
        return (ShopTemplate.order["billing"] ?? [:]).merging([
            "first_name": .string(person.first), "last_name": .string(person.last), "email": .string(person.email),
            "city": .string(person.city), "postcode": .string(person.postcode), "country": .string(shop.rules.country),
            "address_1": .string("Musterstraße \(index % 90 + 1)"), "phone": "+49 30 0000100",
        ])
    }

    func shipping(_ index: Int) -> JSONValue {
        .object((billing(index).asMembers ?? [:]).filter { $0.key != "email" }).merging(["phone": ""])
    }

    /// The people who run the shop. They have accounts, as customers have, in other roles.
    var staff: [ShopEntry] {
        let people: [(Int64, String, String)] = [(1, "admin", "administrator"), (2, "kiosk", "shop_manager")]
        return people.map { id, name, role in
            let dates = shop.dates(shop.start.addingTimeInterval(Double(id - Self.first)))
            let body = ShopTemplate.customer.merging(dates).merging([
                "id": .integer(id), "email": .string("\(name)@shop.example"), "username": .string(name),
                "role": .string(role),
            ])
            return ShopEntry(id: id, body: body)
        }
    }

    func customer(_ index: Int) -> ShopEntry {
        let id = Self.first + Int64(index)
        let person = person(index)
        let body = ShopTemplate.customer.merging(shop.dates(shop.start.addingTimeInterval(Double(index)))).merging([
            "id": .integer(id), "email": .string(person.email), "first_name": .string(person.first),
            "last_name": .string(person.last), "username": .string("customer\(index + 1)"), "billing": billing(index),
            "shipping": shipping(index), "is_paying_customer": .bool(index % 2 == 0),
        ])
        return ShopEntry(id: id, body: body)
    }
}
