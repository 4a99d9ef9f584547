import Foundation
import GRDB
import Model

extension ShopOrder {
    /// The text that searches look at: one line per field, folded and without card numbers. Empty when the body is not JSON.
    package var searchText: String { Self.searchText(of: body) }

    /// `searchText` as an SQL function, for a migration.
    static let searchTextFunction = DatabaseFunction("till_search_text", argumentCount: 1, pure: true) { values in
        searchText(of: values.first.flatMap { Data.fromDatabaseValue($0) } ?? Data())
    }

    private static func searchText(of body: Data) -> String {
        let order = try? JSONDecoder().decode(SearchedOrder.self, from: body)
        return SearchText.folded(CardData.masked(writtenLines: order?.texts ?? []).joined(separator: "\n"))
    }
}

/// The searched fields of an order's body. Fields that are not text are ignored.
private struct SearchedOrder: Decodable {
    private enum Member: String, CodingKey { case number, billing }
    private enum Part: String, CodingKey, CaseIterable {
        case firstName = "first_name"
        case lastName = "last_name"
        case company, email
    }

    let texts: [String]

    init(from decoder: any Decoder) throws {
        let order = try decoder.container(keyedBy: Member.self)
        let billing = try? order.nestedContainer(keyedBy: Part.self, forKey: .billing)
        texts =
            [try? order.decode(String.self, forKey: .number)].compactMap { $0 }
            + Part.allCases.compactMap { try? billing?.decode(String.self, forKey: $0) }
    }
}
