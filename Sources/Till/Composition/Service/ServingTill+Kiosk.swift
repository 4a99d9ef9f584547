import Configuration
import ESCPOS
import Flow
import Service
import Stores

/// The kiosk of the till that is served.
extension ServingTill {
    var servedKiosk: ServedKiosk? {
        let configuration = configuration
        guard configuration.kiosk.isEnabled || sample != nil else { return nil }
        var kiosk = ServedKiosk(configuration)
        kiosk.sample = sample
        return kiosk
    }

    var isMailOn: Bool { configuration.email.from != nil }

    func qrCode(_ text: String) throws(Failure) -> [UInt8] { Array(try QRCode.svg(text).utf8) }

    func picture(of product: Int64) async throws(Failure) -> [UInt8]? {
        try await pictures.picture(of: product, till)
    }
}

extension ServedKiosk {
    init(_ configuration: TillConfiguration) {
        let kiosk = configuration.kiosk
        self.init(
            settings: KioskSettings(kiosk), shopName: kiosk.shopName ?? configuration.shop.merchant?.name ?? "Till")
        if let zone = configuration.shop.timeZone { timeZone = zone }
        reader = kiosk.reader
        printer = kiosk.printer
        receiptURL = kiosk.receiptURL
        logo = kiosk.logo
        theme.accent = kiosk.accent
        theme.background = kiosk.background
        theme.foreground = kiosk.foreground
        theme.font = kiosk.font
        theme.radius = kiosk.radius
    }
}

extension KioskSettings {
    fileprivate init(_ kiosk: TillConfiguration.Kiosk) {
        self.init()
        start = Start(rawValue: kiosk.start) ?? .both
        idleSeconds = kiosk.idleSeconds
        warningSeconds = kiosk.warningSeconds
        thanksSeconds = kiosk.thanksSeconds
        tips = kiosk.tips
        givesGoods = kiosk.givesGoods
        receipts = kiosk.receipts.compactMap(Choice.init)
        languages = kiosk.languages
    }
}
