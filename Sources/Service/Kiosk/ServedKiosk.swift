import Foundation
import Model
import Stores

/// The kiosk as the configuration has it.
package struct ServedKiosk: Sendable {
    /// The colours and the type of the page; nil for the page's own.
    package struct Theme: Hashable, Sendable {
        package var accent: Colour?
        package var background: Colour?
        package var foreground: Colour?
        package var font: String?
        /// The radius of corners, in pixels.
        package var radius: Int?

        package init() {}
    }

    package var settings: KioskSettings
    /// The names of the terminal and the printer; nil for the usual ones.
    package var reader: String?
    package var printer: String?
    package var shopName: String
    /// Where the shop is: times are shown to people as its clocks have them.
    package var timeZone = TimeZone.current
    package var theme = Theme()
    /// The file of the logo; nil for none.
    package var logo: String?
    /// The made-up screen that is shown; nil for a kiosk that takes payments.
    package var sample: String?
    /// The address at which a customer reads the receipt, with `{receipt}` and `{payment}` in it; nil for none.
    package var receiptURL: String?

    package init(settings: KioskSettings, shopName: String) {
        self.settings = settings
        self.shopName = shopName
    }

    /// What the code on the screen holds for the receipt of a payment.
    func code(of paid: KioskPaid) -> String {
        let receipt = paid.receipt?.rawValue ?? ""
        if let receiptURL {
            return receiptURL.replacing("{receipt}", with: receipt).replacing("{payment}", with: paid.payment.rawValue)
        }
        let lines = [
            shopName, paid.at.formatted(.iso8601), "\(paid.amount.formatted()) \(paid.amount.currency.code)",
            paid.payment.rawValue, receipt,
        ]
        return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}

extension ServedKiosk.Theme {
    /// The style sheet that sets the page's variables.
    var styleSheet: String {
        var variables: [String] = []
        if let accent {
            variables += [
                "--accent: \(accent)", "--accent-pressed: \(accent)", "--on-accent: \(accent.legible)",
            ]
        }
        if let background { variables += ["--ground: \(background)", "--surface: \(background)"] }
        if let foreground { variables += ["--ink: \(foreground)", "--muted: \(foreground)"] }
        if let font { variables.append("--font: \"\(font)\", \"DejaVu Sans\", sans-serif") }
        if let radius { variables.append("--radius: \(radius)px") }
        guard !variables.isEmpty else { return "" }
        return ":root {\n" + variables.map { "    \($0);\n" }.joined() + "}\n"
    }
}
