extension RecordedOperation {
    static let all = orderLists + orderChanges + ofOrders + products + people + setup + reports

    private static func reasons(_ reason: String, _ numbers: Int...) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: numbers.map { number in
                (String(repeating: "0", count: 3 - String(number).count) + String(number), reason)
            })
    }

    /// The recordings that no operation of Till is compared with, and why.
    static let notCompared: [String: String] = [
        reasons("a login that the shop refuses", 4, 5, 6, 7, 8, 9, 11, 14, 15, 17, 18, 21, 210),
        reasons("a way to log in; RequestWriterTests and ShopGateTests compare it", 12, 13, 16, 19, 20),
        reasons("Till writes no secret into an address", 10),
        reasons("keys do not open a shop with plain permalinks, and Till says so", 216),
        reasons(
            "Till asks for no methods, heads, old versions, envelopes or unchanged answers", 3, 27, 211, 212, 213,
            214, 215, 217, 218, 219),
        reasons(
            "Till writes no such page, order, time or path, whatever it is asked for", 28, 30, 31, 32, 50, 51, 52,
            195, 209),
        reasons("Till has orders sorted by their times, page by page, from wherever they came", 42, 45, 46),
        reasons("amounts in the shop's own decimals are exact", 48),
        reasons("Till changes orders with PUT, one by one, and its JSON is whole", 63, 64, 85, 112, 113),
        reasons("Till makes orders unpaid, of products and fees, in the shop's currency", 70, 72, 73, 74, 82),
        reasons("Till reads the notes of an order together, and deletes none", 91, 92, 95, 96),
        reasons("a blank note is refused before it is sent", 93),
        reasons("Till records amounts that were given back, for one order, and takes none back", 97, 103, 107, 111),
        reasons("Till finds products and their variations by codes and texts, whole", 62, 123, 124, 125, 126, 133),
        reasons("Till changes no products", 127, 128, 129, 130, 132),
        reasons("Till has no need of tags, attributes, shipping classes and brands", 135, 136, 137, 139, 140, 141),
        reasons("Till writes no reviews", 143, 144),
        reasons(
            "Till lists whoever has an account, makes and deletes no customers, and searches for the rest", 146, 149,
            150, 151, 152, 153, 154, 155, 156, 158),
        reasons("Till reads the payment methods together", 172),
        reasons("Till has no need of shipping, countries and tools", 173, 174, 175, 176, 177, 179),
        reasons("Till changes no tax classes", 183, 184, 185),
        reasons(
            "Till has no need of these reports", 186, 188, 191, 192, 193, 194, 198, 200, 201, 203, 204, 205,
            207, 208),
        reasons("Till asks for the report of one coupon, not of all", 202),
        reasons("Till registers for no such topic", 222),
        reasons("deliveries of a shop, which CatalogueRecordingTests reads", 226),
    ].reduce(into: [:]) { all, some in all.merge(some) { $1 } }
}
