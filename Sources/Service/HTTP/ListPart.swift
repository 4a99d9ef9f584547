import Flow
import Foundation
import Model
import Storage

/// A part of a list, oldest first, whose entries may go while it is read, such as doubts that are settled. The cursor says when the
/// last entry of a part was made, and which it was: an entry that is gone meanwhile is not needed to go on.
struct ListPart<Element> {
    let items: [Element]
    /// The cursor of the next part; nil at the end.
    let next: String?

    /// The part that the query of a request asks for.
    ///
    /// - Parameter place: when an entry was made, and its id.
    init(
        of all: [Element], for request: ServiceRequest, by place: (Element) -> (at: Date, id: String)
    ) throws(Failure) {
        var query = QueryReader(request)
        let (limit, cursor) = (try query.limit(), try query.text("cursor"))
        try query.end()
        let rest =
            try cursor.map { cursor throws(Failure) in try Self.rest(of: all, after: cursor, by: place) } ?? all[...]
        items = Array(rest.prefix(limit))
        next = rest.count > limit ? items.last.map { Self.cursor(of: place($0)) } : nil
    }

    /// An entry may come twice if the one before it is gone and was made in the same millisecond; none is left out.
    private static func rest(
        of all: [Element], after cursor: String, by place: (Element) -> (at: Date, id: String)
    ) throws(Failure) -> ArraySlice<Element> {
        let parts = cursor.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let milliseconds = Int64(parts[0], radix: 16) else {
            throw .unknownCursor
        }
        if let known = all.firstIndex(where: { place($0).id == parts[1] }) { return all[(known + 1)...] }
        return all.drop { place($0).at.milliseconds < milliseconds }
    }

    /// The time is written in hexadecimal, so that it is never taken for a card's number.
    private static func cursor(of place: (at: Date, id: String)) -> String {
        String(place.at.milliseconds, radix: 16) + "-" + place.id
    }
}

extension Failure {
    /// A cursor that no answer has given. An empty list would look like the end.
    static var unknownCursor: Failure { .invalid("cursor", Sentence("detail.request.cursor")) }
}
