import Model
import Testing

@testable import Configuration

/// What `[kiosk]` takes and refuses.
@Suite struct KioskOptionTests {
    private func problems(_ lines: String) -> [String] { read("[kiosk]\n" + lines).lines }

    @Test func aThemeThatEverybodyCanReadIsTaken() {
        #expect(problems(##"foreground = "#000000"\##nbackground = "#ffffff"\##naccent = "#0b6152""##).isEmpty)
    }

    @Test func textThatIsTooFaintIsRefused() {
        let found = problems(##"foreground = "#999999"\##nbackground = "#ffffff""##)
        #expect(found.count == 1 && found[0].contains("2.8") && found[0].contains("4.5"), "\(found)")
    }

    @Test func aButtonThatCannotBeSeenIsRefused() {
        let found = problems(##"accent = "#ffff00"\##nbackground = "#ffffff""##)
        #expect(found.count == 1 && found[0].contains("accent"), "\(found)")
    }

    @Test func aDarkBackgroundNeedsLightText() {
        #expect(problems(##"background = "#101010""##).count == 1)
    }

    @Test(arguments: [##"accent = "red""##, ##"accent = "#12345""##, ##"accent = "#+12345""##])
    func whatIsNoColourIsRefused(_ line: String) { #expect(problems(line).count == 1) }

    @Test(arguments: [
        "receipts = []", "languages = []", #"languages = ["en", "en"]"#, #"languages = ["xx"]"#,
        #"receipt_url = "http://shop.example/{receipt}""#, #"receipt_url = "https://shop.example/""#,
        #"reader = "nowhere""#, #"printer = "nowhere""#, "idle = 5", "tips = [0]", "tips = [1, 2, 3, 4, 5]",
        #"font = "a\"b""#,
    ]) func aMistakeIsNamed(_ line: String) { #expect(problems(line).count == 1, "\(problems(line))") }

    @Test func theContrastOfBlackAndWhiteIsTheGreatest() throws {
        let (black, white) = (try #require(Colour("#000000")), try #require(Colour("#ffffff")))
        #expect(abs(black.contrast(with: white) - 21) < 0.001 && black.contrast(with: black) == 1)
        #expect(Colour("#0B6152")?.description == "#0b6152")
        #expect(try #require(Colour("#0b6152")).legible == white)
        #expect(try #require(Colour("#9fd8c8")).legible == black)
    }
}
