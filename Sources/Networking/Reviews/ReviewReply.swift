/// A reply to a review, as WordPress has it.
struct ReviewReply: ShopEntity {
    static var resource: ShopResource { .review }
    static var cachedAs: String { "reviewReply" }

    let json: JSONValue
    let id: Int64
    let parent: Int64
    let status: CommentStatus
    /// The text as it was written; empty when the shop does not tell.
    let rawText: String

    init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        id = try object.integer("id")
        parent = object.optionalInteger("parent") ?? 0
        status = CommentStatus(rawValue: object.optionalText("status") ?? "")
        rawText = object.object("content")?.optionalText("raw") ?? ""
    }

    var key: String { String(id) }
}
