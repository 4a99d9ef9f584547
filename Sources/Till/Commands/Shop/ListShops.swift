import ArgumentParser
import Flow
import Model
import Payments
import Service
import Stores

struct ListShops: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the shops in which somebody has signed in on this till.",
        discussion: "The shop of the session has an asterisk. `till login --shop NUMBER` goes back to another one.")

    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(toRead: try data.setup(), console)
        let current = try? await till.ask { AccountAction.loadAccount($0) }
        let shops = try await till.ask { AccountAction.loadShops($0) }
            .map { ShopRow($0, isCurrent: $0.site == current?.site) }
        guard !output.json else {
            console.print(try Output.json(shops))
            return .done
        }
        for shop in shops { console.print(shop.text.printable) }
        if shops.isEmpty { console.say(till.language.text("shop.list.none")) }
        return .done
    }
}

private struct ShopRow: Encodable {
    /// The shop's number in this till, which stays the same.
    let site: Int64
    let name: String
    let address: String
    /// Who signed in last: a user name, or the end of a key.
    let user: String
    /// Whether the session is of this shop.
    let current: Bool

    init(_ shop: RememberedShop, isCurrent: Bool) {
        (site, name, address, user) = (shop.site.rawValue, shop.name, shop.address, shop.user)
        current = isCurrent
    }

    var text: String {
        "\(current ? "*" : " ") \(String(site).padded(4))\(name.padded(28))\(address.padded(36))\(user)"
    }
}
