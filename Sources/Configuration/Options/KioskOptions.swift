import Model

/// The options of `[kiosk]`.
enum KioskOptions {
    static let choices = ["print", "email", "show", "none"]
    /// The contrast that text needs for everybody to read it (WCAG 2.2, 1.4.3), and that of a button (1.4.11).
    static let leastContrast = (text: 4.5, button: 3.0)

    static let enabled = Option(
        "enabled", Takes<Bool>.flag, fallback: false,
        "Whether `till serve` serves a kiosk at `/kiosk` ([kiosk](kiosk.md)).")
    static let reader = Option(
        "reader", Takes<String>.text(upTo: 32), unset: "the usual one", "Which of `[[readers]]` the kiosk pays with.")
    static let printer = Option(
        "printer", Takes<String>.text(upTo: 32), unset: "the usual one",
        "Which of `[[printers]]` prints the kiosk's receipts.")
    static let start = Option(
        "start", .oneOf(["find", "compose", "both"]), fallback: "both",
        "What a customer begins with: an order that exists (`find`), the catalogue (`compose`), or either (`both`).")
    static let idle = Option(
        "idle", .number(20...600), unit: Sentence("config.unit.seconds"), fallback: 60,
        "After how long without a touch the kiosk asks whether somebody is there.")
    static let warning = Option(
        "warning", .number(20...120), unit: Sentence("config.unit.seconds"), fallback: 20,
        "How long that question stands before the kiosk forgets the customer. A payment that runs is never left.")
    static let thanks = Option(
        "thanks", .number(3...60), unit: Sentence("config.unit.seconds"), fallback: 8, "How long thanks are shown.")
    static let tips = Option(
        "tips", Takes<[Int]>.list(Sentence("config.takes.percents"), of: .number(1...50), upTo: 4), fallback: [],
        "The tips that are suggested, in percent; none: no tip is asked for.")
    static let goods = Option(
        "goods", Takes<Bool>.flag, fallback: false,
        "Whether a machine gives the goods between the approval and the booking, and tells so with `till goods`. Then no tip is "
            + "asked for.")
    static let receipts = Option(
        "receipts", Takes<[String]>.list(Sentence("config.takes.choices"), of: .oneOf(choices), upTo: 4),
        fallback: choices,
        "How a customer can have the receipt: `print`, `email` (where `[email]` has a sender), `show` (a QR code), `none`."
    )
    static let receiptURL = Option(
        "receipt_url",
        Takes<String>.text(upTo: 300).mapped(
            Sentence("config.takes.receiptURL", ["receipt": "{receipt}", "payment": "{payment}"]),
            to: { $0.hasPrefix("https://") && ($0.contains("{receipt}") || $0.contains("{payment}")) ? $0 : nil },
            from: { $0 }),
        unset: "the QR code holds the receipt's main facts as text",
        "The address in the QR code, in which `{receipt}` and `{payment}` stand for their ids. Whoever knows it may read the "
            + "receipt, so its server decides what it shows.")
    static let languages = Option(
        "languages",
        Takes<[String]>.list(Sentence("config.takes.tags"), of: .oneOf(pageLanguages), upTo: pageLanguages.count),
        fallback: pageLanguages, "The languages that a customer can choose; the first is the usual one.")
    static let shopName = Option(
        "shop_name", .text(upTo: 60), unset: "`shop.name`", "The name on the page.")
    static let accent = colour("accent", "The colour of what is to be pressed.")
    static let background = colour("background", "The colour behind everything.")
    static let foreground = colour("foreground", "The colour of text. It needs a contrast of 4.5 to `background`.")
    static let font = Option(
        "font",
        Takes<String>.text(upTo: 60).mapped(
            to: { $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" } ? $0 : nil }, from: { $0 }),
        unset: "the page's own", "The name of a font that is installed on the machine.")
    static let radius = Option(
        "radius", .number(0...40), unit: Sentence("config.unit.pixels"), unset: "the page's own",
        "How round corners are.")
    static let logo = Option(
        "logo", Takes<String>.path, unset: "none", "A PNG, JPEG, GIF or WebP file of at most 512 KiB.")

    private static func colour(_ key: String, _ meaning: String) -> Option<Colour?> {
        Option(
            key,
            Takes<String>.text(upTo: 7).mapped(
                Sentence("config.takes.colour"), to: { Colour($0) }, from: { $0.description }),
            unset: "the page's own", meaning)
    }

    static let all = [
        enabled.description, reader.description, printer.description, start.description, idle.description,
        warning.description, thanks.description, tips.description, goods.description, receipts.description,
        receiptURL.description, languages.description, shopName.description, accent.description,
        background.description, foreground.description, font.description, radius.description, logo.description,
    ]
}

extension Section {
    mutating func takeKiosk(_ environment: [String: String]) -> TillConfiguration.Kiosk {
        let kiosk = TillConfiguration.Kiosk(
            isEnabled: take(KioskOptions.enabled, environment), reader: take(KioskOptions.reader, environment),
            printer: take(KioskOptions.printer, environment), start: take(KioskOptions.start, environment),
            idleSeconds: take(KioskOptions.idle, environment), warningSeconds: take(KioskOptions.warning, environment),
            thanksSeconds: take(KioskOptions.thanks, environment), tips: take(KioskOptions.tips, environment),
            givesGoods: take(KioskOptions.goods, environment), receipts: take(KioskOptions.receipts, environment),
            receiptURL: take(KioskOptions.receiptURL, environment),
            languages: take(KioskOptions.languages, environment), shopName: take(KioskOptions.shopName, environment),
            accent: take(KioskOptions.accent, environment), background: take(KioskOptions.background, environment),
            foreground: take(KioskOptions.foreground, environment), font: take(KioskOptions.font, environment),
            radius: take(KioskOptions.radius, environment), logo: take(KioskOptions.logo, environment))
        refuseEmpty(kiosk)
        refuseFaint(kiosk)
        return kiosk
    }

    /// Refuses lists of which a kiosk needs something.
    private mutating func refuseEmpty(_ kiosk: TillConfiguration.Kiosk) {
        let lists = [(KioskOptions.receipts.key, kiosk.receipts), (KioskOptions.languages.key, kiosk.languages)]
        for (key, list) in lists where list.isEmpty || Set(list).count != list.count {
            refuse(Sentence("config.kiosk.list", ["option": key]), at: origin(of: key))
        }
    }

    /// Refuses colours that not everybody can tell apart.
    private mutating func refuseFaint(_ kiosk: TillConfiguration.Kiosk) {
        let background = kiosk.background ?? Self.paper
        let pairs = [
            (KioskOptions.foreground.key, kiosk.foreground ?? Self.ink, KioskOptions.leastContrast.text),
            (KioskOptions.accent.key, kiosk.accent, KioskOptions.leastContrast.button),
        ]
        for case (let key, let colour?, let least) in pairs where kiosk.background != nil || isSet(key) {
            let contrast = colour.contrast(with: background)
            guard contrast < least else { continue }
            let place = isSet(key) ? key : KioskOptions.background.key
            refuse(
                Sentence(
                    "config.kiosk.contrast",
                    [
                        "option": key, "colour": "\(colour)", "background": "\(background)",
                        "contrast": Self.written(contrast), "least": Self.written(least),
                    ]), at: origin(of: place))
        }
    }

    /// A ratio with one decimal, cut off: a contrast of 4.49 is less than 4.5.
    private static func written(_ ratio: Double) -> String {
        let tenths = Int(ratio * 10)
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// The page's own colours, where the configuration sets only one of them.
    private static let paper = Colour(red: 0xF6, green: 0xF5, blue: 0xF2)
    private static let ink: Colour? = Colour(red: 0x1A, green: 0x1D, blue: 0x21)
}
