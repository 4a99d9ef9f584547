import Foundation
import Model
import Networking
import Receipts
import Stores

/// The page as it is loaded. What can be drawn before its scripts run is drawn: the looks that were chosen, and the shop's name where the
/// screen has it. The state comes with it, so that the scripts need not ask for it first.
struct KioskFirstPaint {
    private let document: KioskDocument

    init(_ document: KioskDocument) { self.document = document }

    /// The page, with nothing from outside in it that a browser would take for mark-up.
    var html: [UInt8] {
        guard let page = KioskPageFile.named("index.html") else { return [] }
        var text = String(decoding: page.bytes, as: UTF8.self)
        text.replace(Self.usualLooks, with: looks)
        text.replace("<!-- preloads -->", with: preloads)
        text.replace("<!-- shell -->", with: shell)
        text.replace("<!-- state -->", with: state)
        return Array(text.utf8)
    }

    /// How the page's file begins: the looks of a page before which nobody has chosen any.
    static let usualLooks =
        #"<html lang="en" dir="ltr" data-appearance="auto" data-reach="normal" data-text="100">"#

    private var presentation: KioskPresentation { document.state.presentation }

    private var looks: String {
        let language = presentation.language
        return
            #"<html lang="\#(language)" dir="\#(Self.direction(of: language))" data-appearance="\#(presentation.appearance.rawValue)" "#
            + #"data-reach="\#(presentation.reach.rawValue)" data-text="\#(presentation.textSize)">"#
    }

    private static func direction(of language: String) -> String {
        let listed = KioskPageFile.named("languages.json").flatMap { try? JSONValue(parsing: Data($0.bytes)) }
        return listed?[language]?["direction"]?.text ?? "ltr"
    }

    /// The sentences of the language that is shown, besides English ones, which every page loads.
    private var preloads: String {
        let language = presentation.language
        guard language != "en", KioskPageFile.named("words/\(language).json") != nil else { return "" }
        return #"<link rel="preload" as="fetch" crossorigin href="/kiosk/page/words/\#(language).json">"#
    }

    private var shell: String {
        let name = Markup.escaped(document.kiosk.shopName)
        guard document.state.screen.name != "attract" else {
            let title = #"<h1 class="title"><bdi data-clamp="true">\#(name)</bdi></h1>"#
            return
                #"<div class="shell first attract"><main class="main"><section class="hero">\#(title)</section></main></div>"#
        }
        let brand =
            document.kiosk.logo == nil
            ? #"<bdi class="shop-name" data-clamp="true">\#(name)</bdi>"#
            : #"<img class="logo" src="/kiosk/logo" alt="\#(name)">"#
        return #"<div class="shell first"><header class="header"><div class="brand">\#(brand)</div></header></div>"#
    }

    /// The state as data. A script element ends at the first `</`, wherever in a text that is.
    private var state: String {
        let bytes = document.bytes.flatMap { $0 == UInt8(ascii: "<") ? Array("\\u003c".utf8) : [$0] }
        return #"<script type="application/json" id="state">\#(String(decoding: bytes, as: UTF8.self))</script>"#
    }
}
