import Model
import Testing

@testable import Stores

/// The language of the staff's pages, which the till writes too, and that of the customer below them.
@Suite struct KioskStaffLanguageTests {
    private func bench(_ languages: [String], customer: String) -> KioskBench {
        var settings = KioskSettings()
        settings.languages = languages
        var bench = KioskBench(settings)
        bench.act(.language(customer))
        bench.act(.staff)
        bench.answer(.staffNames(["Ada"]))
        for digit in ["4", "7", "1", "1"] { bench.act(.staffAct(.digit(KioskPINDigits(text: digit)))) }
        bench.act(.staffAct(.submit))
        bench.answer(.entered(name: "Ada"))
        return bench
    }

    @Test func theStaffChoosesAmongLanguagesInWhichTheTillExplainsItself() {
        var bench = bench(["ar", "tr", "de", "en"], customer: "ar")
        #expect(bench.state.languages == ["de", "en"])
        #expect(bench.act(.language("tr")) == .notTaken)
        #expect(bench.act(.language("de")) == .done)
        #expect(bench.state.presentation.language == "de")
    }

    @Test func aKioskWithoutSuchALanguageOffersTheStaffEnglish() {
        var bench = bench(["ar", "tr"], customer: "tr")
        #expect(bench.state.languages == ["en"])
        #expect(bench.act(.language("en")) == .done)
    }

    @Test func aPageIsMadeAnewInTheLanguageThatWasChosen() {
        var bench = bench(["en", "de"], customer: "en")
        bench.answer(.staffContent("{}"))
        guard case .staff(.page(let before)) = bench.state.screen else { return }
        bench.act(.language("de"))
        guard case .staff(.page(let after)) = bench.state.screen else { return }
        #expect(before.stage == .ready && after.stage == .loading && after.round > before.round)
    }

    @Test func aCustomerGoesOnInTheLanguageThatTheyHadChosen() {
        var bench = KioskWay.pay.bench
        let before = bench.state.presentation.language
        bench.act(.staff)
        bench.answer(.staffNames(["Ada"]))
        for digit in ["4", "7", "1", "1"] { bench.act(.staffAct(.digit(KioskPINDigits(text: digit)))) }
        bench.act(.staffAct(.submit))
        bench.answer(.entered(name: "Ada"))
        bench.answer(.staffContent("{}"))
        bench.act(.staffAct(.leave))
        #expect(bench.name == "pay" && bench.state.presentation.language == before)
    }

    @Test func whoeverComesToThePINByMistakeKeepsTheirLanguage() {
        var settings = KioskSettings()
        settings.languages = ["en", "ar"]
        var bench = KioskBench(settings)
        bench.act(.language("ar"))
        bench.act(.staff)
        bench.act(.language("en"))
        bench.act(.staffAct(.back))
        #expect(bench.name == "attract" && bench.state.presentation.language == "ar")
    }
}
