extension Output {
    /// A part of a list. `next` leads to the part after it; it is null at the end.
    struct Page<Item: Encodable>: Encodable {
        let items: [Item]
        let next: String?

        private enum Name: String, CodingKey { case items, next }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: Name.self)
            try values.encode(items, forKey: .items)
            try values.encode(next, forKey: .next)
        }
    }
}
