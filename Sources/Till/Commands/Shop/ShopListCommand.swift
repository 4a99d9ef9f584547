import Flow
import Model
import Networking
import Stores

/// A command that lists what the shop has of one kind.
protocol ShopListCommand: TillCommand {
    associatedtype Entity: ShopEntity
    var output: JSONOption { get }
    /// What is said when there is nothing to list.
    static var none: Sentence { get }
    func load(from till: LiveTill) async throws(Failure) -> Cached<Listing<Entity>>
    func row(of entity: Entity, in till: LiveTill) -> String
}

extension ShopListCommand {
    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        try console.show(try await load(from: till), in: till, asJSON: output.json, none: Self.none) {
            row(of: $0, in: till)
        }
        return .done
    }
}
