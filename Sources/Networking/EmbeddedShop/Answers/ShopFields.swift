import Foundation

/// The `_fields` of a request: the wanted members of an object, or all without `_fields`.
struct ShopFields {
    private let wanted: [[Substring]]?
    private let hidesLinks: Bool

    /// - Parameter hidesLinks: whether bodies are shown without `_links`.
    init(_ query: [String: String], hidesLinks: Bool) {
        wanted = query["_fields"].map { list in
            list.split(separator: ",").map { $0.trimmingPrefix(while: \.isWhitespace).split(separator: ".") }
        }
        self.hidesLinks = hidesLinks
    }

    /// Returns the wanted members of an object, with its links if they are wanted.
    ///
    /// - Parameters:
    ///   - body: an encoded object, or anything else, which stays as it is.
    ///   - links: its `_links`.
    ///   - isAlone: whether it is no item of a list. WordPress adds the links of what is alone after it has picked.
    func apply(to body: Data, links: JSONValue?, isAlone: Bool = false) -> Data {
        var body = body
        if isAlone, let wanted, let slices = JSONSlices(Array(body)) { body = Data(slices.picked(wanted)) }
        if !hidesLinks, let links, isAlone || wants("_links"), body.last == UInt8(ascii: "}") {
            let isEmpty = body.count <= 2
            body = body.dropLast() + Data((isEmpty ? "\"_links\":" : ",\"_links\":").utf8) + links.data + Data("}".utf8)
        }
        guard !isAlone, let wanted, let slices = JSONSlices(Array(body)) else { return body }
        return Data(slices.picked(wanted))
    }

    private func wants(_ name: String) -> Bool { wanted?.contains { $0.first ?? "" == name } ?? true }
}
