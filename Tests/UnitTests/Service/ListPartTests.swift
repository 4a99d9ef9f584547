import Flow
import Foundation
import Testing

@testable import Service

/// Parts of lists whose entries may go meanwhile.
@Suite struct ListPartTests {
    private struct Entry: Hashable {
        let id: String
        /// In milliseconds.
        let at: Int64
    }

    private static let all = (1...7).map { Entry(id: "pay-\($0)", at: 1_767_225_600_000 + Int64($0 / 3)) }

    private func part(_ all: [Entry], limit: Int = 3, after cursor: String? = nil) throws -> ListPart<Entry> {
        var query = ["limit": "\(limit)"]
        query["cursor"] = cursor
        return try ListPart(of: all, for: ServiceRequest(id: "req-1", query: query, caller: .nobody, language: .en)) {
            (Date(timeIntervalSince1970: Double($0.at) / 1000), $0.id)
        }
    }

    @Test func thePartsTogetherAreTheList() throws {
        var (found, cursor): ([Entry], String?) = ([], nil)
        repeat {
            let part = try part(Self.all, after: cursor)
            #expect(part.items.count <= 3)
            found += part.items
            cursor = part.next
        } while cursor != nil && found.count <= Self.all.count
        #expect(found == Self.all)
    }

    @Test(arguments: [7, 8, 100]) func theLastPartHasNoCursor(_ limit: Int) throws {
        #expect(try part(Self.all, limit: limit).next == nil)
    }

    /// A doubt that is settled between two requests.
    @Test func noEntryIsLeftOutThoughTheOneBeforeItHasGone() throws {
        for limit in 1...6 {
            let first = try part(Self.all, limit: limit)
            let left = Self.all.filter { $0 != first.items.last }
            let rest = try part(left, limit: 100, after: first.next).items
            #expect(Set(rest).isSuperset(of: Self.all.dropFirst(limit)), "\(limit)")
        }
    }

    @Test func anEmptyListHasOnePart() throws {
        let part = try part([])
        #expect(part.items.isEmpty && part.next == nil)
    }

    @Test(arguments: ["x", "-", "pay-1", "19b76ab3c00", "zz-pay-1"]) func whatIsNoCursorIsRefused(_ cursor: String) {
        let failure = #expect(throws: Failure.self) { try part(Self.all, after: cursor) }
        #expect(failure?.code == "request.invalid")
    }
}
