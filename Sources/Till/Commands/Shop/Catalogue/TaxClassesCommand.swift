import ArgumentParser
import Flow
import Model
import Networking
import Stores

struct TaxClassesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tax-classes", abstract: "Shows the tax classes of the shop and their rates.",
        subcommands: [ListTaxClasses.self, ListTaxRates.self])
}

struct ListTaxClasses: ShopListCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the tax classes, as `till orders create --product` names them.")

    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var none: Sentence { Sentence("taxClasses.none") }

    func load(from till: LiveTill) async throws(Failure) -> Cached<Listing<TaxClass>> {
        try await till.ask { TaxClassesAction.retrieveTaxClasses($0) }
    }

    func row(of taxClass: TaxClass, in till: LiveTill) -> String { "\(taxClass.slug.padded(20))\(taxClass.name)" }
}

struct ListTaxRates: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "rates", abstract: "Lists the tax rates of all classes.")

    @Argument(help: ArgumentHelp("The id of one rate, to show only that.", valueName: "rate"))
    var rate: Int64?
    @Option(help: ArgumentHelp("The page of the list, from 1.", valueName: "page"))
    var page = 1
    @OptionGroup var options: ListOptions
    @OptionGroup var data: DataOptions

    func validate() throws {
        guard page >= 1 else { throw ValidationError("--page counts from 1.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        if let rate {
            let known = try await till.ask { TaxClassesAction.retrieveTaxRate(rate, $0) }
            try console.show(known, in: till, asJSON: options.output.json) { [$0.row] }
            return .done
        }
        let (wanted, most) = (page, options.limit)
        let rates = try await till.ask { TaxClassesAction.retrieveTaxRates(page: wanted, size: most, $0) }
        try console.show(rates, in: till, asJSON: options.output.json, none: Sentence("taxRates.none")) { $0.row }
        return .done
    }
}

extension TaxRate {
    fileprivate var row: String {
        let place = [country, state].filter { !$0.isEmpty }.joined(separator: " ")
        return "\(String(id).padded(8))\("\(rate) %".padded(12))\(taxClass.padded(20))\(place.padded(10))\(name)"
    }
}
