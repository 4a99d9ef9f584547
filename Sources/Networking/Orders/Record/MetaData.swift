import Foundation

/// A value that the shop or a plugin keeps with something. It may be any JSON.
package struct MetaData: Hashable, Sendable {
    package let id: Int64
    package let key: String
    package let value: JSONValue

    /// The metadata of an object; entries without a key are left out.
    static func list(_ object: ShopObject) -> [MetaData] {
        (object.members["meta_data"]?.elements ?? []).compactMap { entry in
            guard let key = entry["key"]?.looseText, let id = entry["id"]?.looseText.flatMap({ Int64($0) }) else {
                return nil
            }
            return MetaData(id: id, key: key, value: entry["value"] ?? .null)
        }
    }
}

extension [MetaData] {
    /// The value of the newest entry with this key.
    package subscript(_ key: String) -> JSONValue? { last { $0.key == key }?.value }
}
