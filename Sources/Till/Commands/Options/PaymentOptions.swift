import ArgumentParser
import Configuration
import LogEvents
import Receipts

/// The options by which one payment differs from the configuration.
struct PaymentOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "After a disturbance, ask the terminal for its outcome for so many seconds, 1 to 86400; then exit 5. Default: policy.give_up_after.",
            valueName: "seconds"))
    var giveUpAfter: Int?
    @Option(
        help: ArgumentHelp(
            "The language of receipts and messages, such as en, de or fr. Default: shop.language, else en.",
            valueName: "language"))
    var language: String?

    func validate() throws {
        if let giveUpAfter, !(1...86_400).contains(giveUpAfter) {
            throw ValidationError("--give-up-after is 1 to 86400 seconds.")
        }
        if let language, !ReceiptLanguage.tags.contains(language) {
            throw ValidationError("--language is one of \(ReceiptLanguage.tags.joined(separator: ", ")).")
        }
    }

    func giveUpAfter(_ configuration: TillConfiguration) -> Duration {
        .seconds(giveUpAfter ?? configuration.policy.giveUpAfterSeconds)
    }

    func language(_ configuration: TillConfiguration) -> String { language ?? configuration.shop.language }
}
