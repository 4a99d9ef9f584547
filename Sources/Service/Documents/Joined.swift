/// The keys of two documents in one object.
package struct Joined<Body: Encodable, More: Encodable>: Encodable {
    package let body: Body
    package let more: More

    package init(body: Body, more: More) {
        self.body = body
        self.more = more
    }

    package func encode(to encoder: any Encoder) throws {
        try body.encode(to: encoder)
        try more.encode(to: encoder)
    }
}
