import Foundation
import Model

/// The rules of one kind of documents: what it can be filtered by, what a new one looks like, what is refused. Its routes
/// are made from them.
struct DocumentRules: Sendable {
    typealias Filter = @Sendable (ShopEntry, String, ShopCall) throws(ShopRefusal) -> Bool
    typealias Check =
        @Sendable (ShopCall, _ asked: [String: JSONValue], _ old: ShopEntry?) throws(ShopRefusal) -> JSONValue

    let collection: ShopCollection
    /// The path of the list.
    let path: String
    /// The name of the pattern's number that tells what the documents belong to.
    var parent: String?
    /// What a new document looks like before the request's members are in it.
    var template: JSONValue = [:]
    /// Members that no request changes.
    var fixed: Set<String> = []
    /// The code of an id that is not there.
    var missing = "woocommerce_rest_invalid_id"
    var missingMessage = "Invalid ID."
    /// The plural in the refusal of a bin; nil when there is a bin.
    var plural: String?
    /// Whether only an administrator deletes.
    var isProtected = false
    var searched: [String] = []
    /// What lists are filtered by besides ids, times and text.
    var filters: [String: Filter] = [:]
    /// The words that a filter takes, where it takes no others.
    var words: [String: [String]] = [:]
    /// Filters that apply without being asked for.
    var usual: [String: String] = [:]
    var orders = ["date", "id", "include", "title", "slug", "modified", "name"]
    var isNewestFirst = true
    /// What webhooks call it; nil when they do not tell of it.
    var topic: String?
    /// The path of what a document belongs to, which is not the list's.
    var upper: @Sendable (ShopEntry) -> String? = { _ in nil }
    var methods: Set<Request.Method> = [.get, .post, .put, .delete]
    /// Members that are kept and never shown.
    var hidden: Set<String> = []
    /// Checks what is asked and returns the document as it shall be.
    var prepare: Check = { call, asked, old throws(ShopRefusal) in (old?.body ?? .null).merging(asked) }

    /// The rows of the table.
    var routes: [ShopRoute] {
        var routes = [
            ShopRoute([.get], path, .list) { call throws(ShopRefusal) in try list(call) },
            ShopRoute([.get], "\(path)/:id", .view) { call throws(ShopRefusal) in
                let entry = try found(call, call.number("id"), status: 404)
                return call.answer(shown(entry).body, links: links(entry, call))
            },
        ]
        if methods.contains(.post) {
            routes.append(ShopRoute([.post], path, .create) { call throws(ShopRefusal) in try create(call) })
            routes.append(
                ShopRoute([.post, .put], "\(path)/batch", .batch) { call throws(ShopRefusal) in
                    try ShopBatch.answer(
                        call,
                        create: { call, asked throws(ShopRefusal) in try linked(created(call, asked), call) },
                        update: { call, id, asked throws(ShopRefusal) in try linked(updated(call, id, asked), call) },
                        delete: { call, id, force throws(ShopRefusal) in
                            try linked(deleted(call, id, isForced: force), call)
                        })
                })
        }
        if methods.contains(.put) {
            routes.append(
                ShopRoute([.put, .post], "\(path)/:id", .edit) { call throws(ShopRefusal) in
                    let entry = try updated(call, call.number("id"), try call.body())
                    return call.answer(shown(entry).body, links: links(entry, call))
                })
        }
        if methods.contains(.delete) {
            routes.append(
                ShopRoute([.delete], "\(path)/:id", .delete) { call throws(ShopRefusal) in
                    let entry = try deleted(call, call.number("id"), isForced: call.parameters.flag("force"))
                    return call.answer(shown(entry).body, links: links(entry, call))
                })
        }
        return routes
    }
}

extension DocumentRules {
    private func shown(_ entry: ShopEntry) -> ShopEntry {
        guard !hidden.isEmpty, let members = entry.body.asMembers else { return entry }
        return ShopEntry(id: entry.id, parent: entry.parent, body: .object(members.filter { !hidden.contains($0.key) }))
    }

    /// An item of a batch.
    private func linked(_ entry: ShopEntry, _ call: ShopCall) -> JSONValue {
        let body = shown(entry).body
        return call.rules.home == nil ? body : body.merging(["_links": links(entry, call)])
    }

    private func parentID(_ call: ShopCall) -> Int64 { parent.map(call.number) ?? 0 }

    /// The list's path with the number of what it belongs to.
    private func place(_ entry: ShopEntry) -> String {
        guard let parent else { return path }
        return path.replacing(":\(parent)", with: String(entry.parent))
    }

    func links(_ entry: ShopEntry, _ call: ShopCall) -> JSONValue {
        let path = place(entry)
        let up =
            upper(entry)
            ?? (collection == .variations ? path.split(separator: "/").dropLast().joined(separator: "/") : nil)
        return ShopLinks.resource(path, id: String(entry.id), call.rules, up: up)
    }

    private func found(_ call: ShopCall, _ id: Int64, status: Int) throws(ShopRefusal) -> ShopEntry {
        guard let entry = try call.document(collection, id), parent == nil || entry.parent == parentID(call) else {
            throw ShopRefusal(status, missing, missingMessage)
        }
        return entry
    }

    private func list(_ call: ShopCall) throws(ShopRefusal) -> ShopAnswer {
        let page = try ShopPage(call.parameters)
        for (name, allowed) in words { _ = try call.parameters.word(name, of: allowed) }
        var entries = try call.documents(collection, of: parent == nil ? nil : parentID(call))
        if let ids = try call.parameters.numbers("include") { entries = entries.filter { ids.contains($0.id) } }
        if let ids = try call.parameters.numbers("exclude") { entries = entries.filter { !ids.contains($0.id) } }
        entries = try withinTimes(entries, call.parameters)
        if let text = call.parameters.text("search").map(OrderFacts.folded) {
            entries = entries.filter { entry in searched.contains { OrderFacts.folded(entry.text($0)).contains(text) } }
        }
        for (name, filter) in filters {
            guard let value = call.request.query[name] ?? usual[name] else { continue }
            var kept: [ShopEntry] = []
            for entry in entries where try filter(entry, value, call) { kept.append(entry) }
            entries = kept
        }
        return call.list(try sorted(entries, call.parameters).map(shown), links: { links($0, call) }, page: page)
    }

    private func withinTimes(
        _ entries: [ShopEntry], _ parameters: ShopParameters
    ) throws(ShopRefusal) -> [ShopEntry] {
        var entries = entries
        for (name, member, isAfter) in [
            ("after", "date_created_gmt", true), ("before", "date_created_gmt", false),
            ("modified_after", "date_modified_gmt", true), ("modified_before", "date_modified_gmt", false),
        ] {
            guard let time = try parameters.time(name) else { continue }
            entries = entries.filter { isAfter ? $0.text(member) > time : $0.text(member) < time }
        }
        return entries
    }

    private func sorted(_ entries: [ShopEntry], _ parameters: ShopParameters) throws(ShopRefusal) -> [ShopEntry] {
        let key = try parameters.word("orderby", of: orders) ?? orders.first ?? "id"
        let direction = try parameters.word("order", of: ["asc", "desc"])
        let isAscending = direction.map { $0 == "asc" } ?? !isNewestFirst
        let member =
            switch key {
            case "date": "date_created_gmt"
            case "modified": "date_modified_gmt"
            case "title", "slug", "name", "registered_date": key == "registered_date" ? "date_created_gmt" : "name"
            default: ""
            }
        return entries.sorted { left, right in
            let (left, right) = isAscending ? (left, right) : (right, left)
            let (leftText, rightText) = member.isEmpty ? ("", "") : (left.text(member), right.text(member))
            // What has no date stands in the order of the ids.
            if key == "date", leftText.isEmpty, rightText.isEmpty { return isAscending == (left.id < right.id) }
            return leftText == rightText ? left.id < right.id : leftText < rightText
        }
    }

    private func create(_ call: ShopCall) throws(ShopRefusal) -> ShopAnswer {
        let entry = try created(call, try call.body())
        let place = call.rules.link("\(place(entry))/\(entry.id)")
        return call.answer(
            shown(entry).body, links: links(entry, call), status: 201,
            headers: place.isEmpty ? [:] : ["location": place])
    }

    private func created(_ call: ShopCall, _ asked: [String: JSONValue]) throws(ShopRefusal) -> ShopEntry {
        let id = try call.newID(collection)
        let start = template.merging([
            "id": .integer(id), "date_created": call.rules.local(call.now),
            "date_created_gmt": .string(ShopTime.text(call.now)),
        ]).merging(asked.filter { !fixed.contains($0.key) && template[$0.key] != nil })
        let body = try prepare(call, start.asMembers ?? [:], nil)
        return keep(call, id, stamped(body, call), "created")
    }

    private func updated(
        _ call: ShopCall, _ id: Int64, _ asked: [String: JSONValue]
    ) throws(ShopRefusal) -> ShopEntry {
        let old = try found(call, id, status: 400)
        let wanted = asked.filter { !fixed.contains($0.key) && old.body[$0.key] != nil }
        return keep(call, id, stamped(try prepare(call, wanted, old), call), "updated")
    }

    private func stamped(_ body: JSONValue, _ call: ShopCall) -> JSONValue {
        guard template["date_modified"] != nil else { return body }
        return body.merging([
            "date_modified": call.rules.local(call.now), "date_modified_gmt": .string(ShopTime.text(call.now)),
        ])
    }

    private func keep(_ call: ShopCall, _ id: Int64, _ body: JSONValue, _ event: String) -> ShopEntry {
        let entry = ShopEntry(id: id, parent: parentID(call), body: body)
        call.save(collection, id, of: entry.parent, body)
        if let topic { call.tell(ShopEvent(topic: "\(topic).\(event)", id: id, body: body.data)) }
        return entry
    }

    private func deleted(_ call: ShopCall, _ id: Int64, isForced: Bool) throws(ShopRefusal) -> ShopEntry {
        guard !isProtected || call.caller.role == .administrator else { throw ShopRoute.Right.delete.refusal(403) }
        let entry = try found(call, id, status: 404)
        if let topic {
            let body = JSONValue.object(["id": .integer(id)]).data
            call.tell(ShopEvent(topic: "\(topic).deleted", id: id, body: body))
        }
        if isForced {
            call.remove(collection, id, of: entry.parent)
            return entry
        }
        guard plural == nil else {
            throw ShopRefusal(
                501, "woocommerce_rest_trash_not_supported", "\(plural ?? "") do not support trashing.")
        }
        guard entry.text("status") != ShopStatus.bin else {
            throw ShopRefusal(
                410, "woocommerce_rest_already_trashed", "The \(topic ?? "resource") has already been deleted.")
        }
        let binned = entry.body.merging(["status": .string(ShopStatus.bin)])
        call.save(collection, id, of: entry.parent, binned)
        return ShopEntry(id: id, parent: entry.parent, body: binned)
    }
}
