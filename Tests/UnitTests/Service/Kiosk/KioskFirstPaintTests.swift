import Foundation
import Model
import Networking
import Receipts
import Testing

@testable import Service
@testable import Stores

/// The kiosk's page as it is loaded, before its scripts run.
@Suite struct KioskFirstPaintTests {
    private static let hostile = #"</script><script>alert("1")</script><!-- state --> & "Söhne" \#u{202E}"#

    /// In Swift each of these signs is one character with what stands beside it. In a browser it is the sign.
    private static let joined =
        "A\u{600}</script>\u{600}<meta http-equiv=refresh>\u{600}<h1>\"\u{301} onerror=x '\u{301} &\u{301}"

    private func page(
        _ shop: String = "Café", _ change: (inout KioskState) -> Void = { _ in }
    ) -> (text: String, document: KioskDocument) {
        var state = KioskState()
        state.screen = .attract
        change(&state)
        let document = KioskDocument(
            state: state, kiosk: ServedKiosk(settings: KioskSettings(), shopName: shop), now: KioskTime(milliseconds: 0)
        )
        return (String(decoding: KioskFirstPaint(document).html, as: UTF8.self), document)
    }

    /// The text of the data that the scripts begin with.
    private func data(in page: String) throws -> String {
        let begin = try #require(page.range(of: #"<script type="application/json" id="state">"#))
        let end = try #require(page.range(of: "</script>", range: begin.upperBound..<page.endIndex))
        return String(page[begin.upperBound..<end.lowerBound])
    }

    @Test func everyPlaceOfThePageIsFilled() throws {
        let file = String(decoding: try #require(KioskPageFile.named("index.html")).bytes, as: UTF8.self)
        #expect(file.contains(KioskFirstPaint.usualLooks))
        #expect(file.components(separatedBy: "<!--").count == 4)
        #expect(!page().text.contains("<!--"))
    }

    @Test(arguments: ["Café", hostile, joined]) func theStateComesWithThePage(_ shop: String) throws {
        let (text, document) = page(shop)
        #expect(try JSONValue(parsing: Data(try data(in: text).utf8)) == document.json)
    }

    @Test func aNameWithMarkUpIsText() throws {
        for screen in [KioskScreen.attract, .find(KioskOrderSearch())] {
            let text = page(Self.hostile) { $0.screen = screen }.text
            #expect(!text.contains("<script>"))
            #expect(text.components(separatedBy: "<script").count == 3, "the page's own, and the state")
            #expect(text.contains("&lt;/script&gt;") && text.contains("&quot;Söhne&quot;"))
        }
    }

    /// The tags of a page as a browser finds them.
    private func tags(_ text: String) -> [String] {
        text.unicodeScalars.split(separator: "<").dropFirst().map { String($0.prefix { $0 != " " && $0 != ">" }) }
    }

    @Test func aSignWithAMarkUponItIsTextToo() throws {
        for screen in [KioskScreen.attract, .find(KioskOrderSearch())] {
            let usual = page { $0.screen = screen }.text
            #expect(tags(page(Self.joined) { $0.screen = screen }.text) == tags(usual))
        }
        let scalars = Markup.escaped("\"\u{301}<\u{301}&\u{301}").unicodeScalars
        #expect(!scalars.contains("<") && !scalars.contains("\""))
    }

    @Test func theChosenLooksAreThereAtOnce() {
        let text = page {
            $0.presentation = KioskPresentation(language: "ar")
            $0.presentation.appearance = .contrast
            $0.presentation.reach = .low
        }.text
        #expect(
            text.contains(
                #"<html lang="ar" dir="rtl" data-appearance="contrast" data-reach="low" data-text="100">"#))
        #expect(text.contains(#"href="/kiosk/page/words/ar.json""#))
        #expect(!page().text.contains("words/ar.json"))
        #expect(page().text.contains(KioskFirstPaint.usualLooks))
    }

    @Test func theNameStandsWhereTheScreenHasIt() {
        #expect(page().text.contains(#"<h1 class="title"><bdi data-clamp="true">Café</bdi></h1>"#))
        let text = page { $0.screen = .find(KioskOrderSearch()) }.text
        #expect(!text.contains("<h1") && text.contains(#"<bdi class="shop-name" data-clamp="true">Café</bdi>"#))
    }
}
