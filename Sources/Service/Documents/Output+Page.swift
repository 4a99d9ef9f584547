extension Output {
    /// A part of a list. `next` leads to the part after it; it is null at the end.
    struct Page<Item: Encodable>: Encodable {
        let items: [Item]
        let next: String?
        /// Whether the shop could not be asked now, and whether these are all that there are; nil for what is the till's own.
        var stale: Bool?
        var whole: Bool?

        private enum Name: String, CodingKey { case items, next, stale, whole }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: Name.self)
            try values.encode(items, forKey: .items)
            try values.encode(next, forKey: .next)
            try values.encodeIfPresent(stale, forKey: .stale)
            try values.encodeIfPresent(whole, forKey: .whole)
        }
    }
}
