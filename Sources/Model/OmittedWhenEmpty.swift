/// A list that is left out of the encoding if it is empty, and is empty if it was left out. Values that were stored
/// before the list existed are read as before, and are written byte for byte the same.
@propertyWrapper
package struct OmittedWhenEmpty<Element: Hashable & Codable & Sendable>: Hashable, Sendable {
    package var wrappedValue: [Element]

    package init(wrappedValue: [Element]) { self.wrappedValue = wrappedValue }
}

extension KeyedDecodingContainer {
    package func decode<Element>(
        _ type: OmittedWhenEmpty<Element>.Type, forKey key: Key
    ) throws -> OmittedWhenEmpty<Element> {
        OmittedWhenEmpty(wrappedValue: try decodeIfPresent([Element].self, forKey: key) ?? [])
    }
}

extension KeyedEncodingContainer {
    package mutating func encode<Element>(_ list: OmittedWhenEmpty<Element>, forKey key: Key) throws {
        if !list.wrappedValue.isEmpty { try encode(list.wrappedValue, forKey: key) }
    }
}

extension OmittedWhenEmpty: Codable {
    package init(from decoder: any Decoder) throws { wrappedValue = try [Element](from: decoder) }
    package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}
