import ArgumentParser
import Flow
import Model
import Networking
import Service
import Stores

struct ShopMethod: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "method",
        abstract: "Shows or chooses the payment method of the shop under which card payments of the till are told.",
        discussion: """
            By default the shop is told `card_terminal`. Choose another if the shop's reports or bookkeeping want it. It is also \
            the extension that is used if WooPayments and the Stripe extension are both active. Signing out forgets the choice.
            """)

    @Argument(help: ArgumentHelp("The id of a payment method of the shop, such as cod.", valueName: "method"))
    var method: String?
    @Flag(help: "Tell the shop card_terminal again.")
    var forget = false
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    private struct Document: Encodable {
        /// Nil for the till's own.
        let method: String?
    }

    func validate() throws {
        if forget, method != nil { throw ValidationError("Name a payment method, or --forget.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let site = try await till.ask { AccountAction.loadAccount($0) }.site
        if forget {
            try await till.ask { AppSettingsAction.forgetPreferredInPersonPaymentGateway(site, $0) }
        } else if let method {
            let known = try await till.ask { PaymentGatewayAction.synchronizePaymentGateways($0) }
            guard known.value.items.contains(where: { $0.id == method }) else {
                throw NetworkError.notFound(nil, of: .gateway).failure
            }
            try await till.ask { AppSettingsAction.setPreferredInPersonPaymentGateway(site, method, $0) }
        }
        let chosen = try await till.ask { AppSettingsAction.getPreferredInPersonPaymentGateway(site, $0) }
        if output.json {
            console.print(try Output.json(Document(method: chosen)))
        } else {
            let row = chosen.map { Sentence("shop.method.chosen", ["method": $0]) } ?? Sentence("shop.method.usual")
            console.print(row.text(in: till.language).printable)
        }
        return .done
    }
}
