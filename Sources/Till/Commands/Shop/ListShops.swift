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
        let till = try await LiveTill(toRead: try data.setup(), console, makesTill: true)
        let current = try? await till.ask { AccountAction.loadAccount($0) }
        let shops = try await till.ask { AccountAction.loadShops($0) }
            .map { Output.Shop($0, isCurrent: $0.site == current?.site, tellsUser: true) }
        guard !output.json else {
            console.print(try Output.json(shops))
            return .done
        }
        for shop in shops { console.print(shop.line.printable) }
        if shops.isEmpty { console.say(till.language.text("shop.list.none")) }
        return .done
    }
}

extension Output.Shop {
    fileprivate var line: String {
        "\(current ? "*" : " ") \(String(site).padded(4))\(name.padded(28))\(address.padded(36))\(user ?? "")"
    }
}
