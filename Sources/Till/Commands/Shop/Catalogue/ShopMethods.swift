import ArgumentParser
import Flow
import Model
import Networking
import Stores

struct ShopMethods: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "methods", abstract: "Lists the payment methods of the shop, and turns one on or off.")

    @Option(help: ArgumentHelp("The id of a payment method to turn on.", valueName: "method"))
    var enable: String?
    @Option(help: ArgumentHelp("The id of a payment method to turn off.", valueName: "method"))
    var disable: String?
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    func validate() throws {
        if enable != nil, disable != nil { throw ValidationError("Name --enable or --disable.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        if let id = enable ?? disable {
            let change = PaymentGatewayChange(isEnabled: enable != nil)
            let changed = try await till.ask { PaymentGatewayAction.updatePaymentGateway(id: id, change, $0) }
            console.print(output.json ? changed.json.shown : changed.row(till).printable)
            return .done
        }
        let methods = try await till.ask { PaymentGatewayAction.synchronizePaymentGateways($0) }
        try console.show(methods, in: till, asJSON: output.json, none: Sentence("shop.methods.none")) { $0.row(till) }
        return .done
    }
}

struct ShopReport: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Prints everything that the shop says of itself, as JSON.",
        discussion: "For whoever looks into a fault of the shop. It takes the shop long, and is not kept.")

    @OptionGroup var data: DataOptions

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        console.print(try await till.ask { SystemStatusAction.fetchSystemStatusReport($0) }.json.shown)
        return .done
    }
}

extension PaymentGateway {
    fileprivate func row(_ till: LiveTill) -> String {
        let state = isEnabled ? Sentence("shop.methods.on") : Sentence("shop.methods.off")
        return "\(id.padded(24))\(state.text(in: till.language).padded(6))\(title.isEmpty ? methodTitle : title)"
    }
}
