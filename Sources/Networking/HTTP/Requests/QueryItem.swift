/// A name and a value of a query, unescaped.
struct QueryItem: Hashable, Sendable, Comparable {
    let name: String
    let value: String

    /// The order of bytes, in which OAuth sorts.
    static func < (left: QueryItem, right: QueryItem) -> Bool {
        let (one, other) = (PercentEncoding.encode(left.name), PercentEncoding.encode(right.name))
        if one != other { return one.utf8.lexicographicallyPrecedes(other.utf8) }
        return PercentEncoding.encode(left.value).utf8
            .lexicographicallyPrecedes(PercentEncoding.encode(right.value).utf8)
    }
}
