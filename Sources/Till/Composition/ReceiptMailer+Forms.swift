import Configuration
import ESCPOS
import Flow
import LogEvents
import Model
import Networking
import Receipts
import Stores

extension ReceiptMailer {
    /// Makes the mailer for this machine's mail system; nil if no sender is configured.
    init?(_ configuration: TillConfiguration, _ environment: Environment) {
        guard let from = configuration.email.from else { return nil }
        let rendering = ReceiptRendering(
            profile: .generic80, templates: configuration.templates,
            typesetter: Typesetter { environment.log(.textNotDrawn, .failure($0)) })
        self.init(
            from: from, transfer: Sendmail(configuration.email.sendmail, environment: environment),
            forms: { (receipt) throws(Failure) in
                let own = configuration.templates[receipt.sheetKind].words
                let word = ReceiptLanguage.of(receipt.language).saying(own).receipt
                let rendered = rendering.rendered(receipt)
                return Forms(
                    subject: "\(word) \(receipt.id), \(receipt.merchant.name)", text: rendered.text,
                    page: rendered.html, file: try rendered.pdf())
            })
    }
}
