import Failures
import Flow
import Model
import Networking
import Payments
import Storage

/// Tells the shop a note that somebody wrote at an order.
struct NoteAdded: OutboxMessage, Hashable {
    static let kind = "note.added"
    /// A note that a shop refuses is no reason to keep from it that the order is paid.
    static let holdsBackOthers = false

    let site: SiteID
    let order: OrderID
    let request: String
    let text: String
    let isForCustomer: Bool
    /// The ids of the notes that the order had before the shop was told first; nil until then. WooCommerce has no idempotency
    /// keys: a note that is not among these and says the same is this one.
    private(set) var before: [Int64]?
    /// Whether it waited in a backup from which the till was restored. It may have been written after that backup was made.
    private var isRestored: Bool?
    /// Whether an operator has decided that the note is to be written although the shop has one with its words.
    private var isInsisting: Bool?

    init(_ note: NewOrderNote, of order: OrderID, site: SiteID, request: String) {
        (self.site, self.order, self.request) = (site, order, request)
        (text, isForCustomer) = (note.text, note.isForCustomer)
    }

    var id: String { "\(Self.kind)-\(request)" }

    func insisting(after refusal: Failure?) -> NoteAdded? {
        guard refusal?.is(NoteFailure.inDoubt) == true else { return nil }
        var message = self
        message.isInsisting = true
        return message
    }

    /// The message of a till that was restored; nil if the notes that were there before it are known, so that it is recognised.
    var restored: NoteAdded? {
        guard before == nil, site != .embedded else { return nil }
        var message = self
        message.isRestored = true
        return message
    }

    func prepared(_ network: any Network, about order: OrderID) async throws(NetworkError) -> NoteAdded? {
        guard before == nil else { return nil }
        let notes = try await OrderNotesRemote(network: network).loadNotes(of: order).items
        let said = note(at: order)
        if isRestored == true, isInsisting != true, notes.contains(where: said.isSaid) { throw .conflict(.noteInDoubt) }
        var message = self
        message.before = notes.map(\.id)
        return message
    }

    func tell(_ network: any Network, about order: OrderID) async throws(NetworkError) -> OrderID? {
        let remote = OrderNotesRemote(network: network)
        guard written(among: try await remote.loadNotes(of: order).items) == nil else { return nil }
        _ = try await remote.write(note(at: order))
        return nil
    }

    /// The note that this has written; nil if there is none.
    func written(among notes: [OrderNote]) -> OrderNote? {
        guard let before else { return nil }
        let said = note(at: order)
        return notes.first { !before.contains($0.id) && said.isSaid(by: $0) }
    }

    private func note(at order: OrderID) -> NewOrderNote {
        NewOrderNote(at: order, text, isForCustomer: isForCustomer)
    }
}
