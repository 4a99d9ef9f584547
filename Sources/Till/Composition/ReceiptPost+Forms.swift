import Configuration
import Flow
import Model
import Networking
import Receipts
import Stores

extension ReceiptPost {
    /// The receipts of this till, through this machine's mail system; nil where no sender is configured.
    init?(_ configuration: TillConfiguration, _ environment: Environment) {
        guard let from = configuration.email.from else { return nil }
        let rendering = ReceiptRendering(profile: .generic80, templates: configuration.templates)
        self.init(
            from: from, transfer: Sendmail(configuration.email.sendmail, environment: environment),
            forms: { (receipt) throws(Failure) in
                func text(_ format: RenderReceipt.Format) throws(Failure) -> String {
                    String(decoding: try rendering.render(receipt, as: format), as: UTF8.self)
                }
                let word = ReceiptLanguage.of(receipt.language).receipt
                return Forms(
                    subject: "\(word) \(receipt.id), \(receipt.merchant.name)", text: try text(.text),
                    page: try text(.html), file: try rendering.render(receipt, as: .pdf))
            })
    }
}
