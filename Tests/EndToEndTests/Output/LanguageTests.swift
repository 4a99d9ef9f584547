import Foundation
import Testing

/// A run uses one language from its first line to its last, and shows the time of the shop's clock.
@Suite struct LanguageTests {
    private static let german = ["LANG": "de_DE.UTF-8"]

    @Test(arguments: [
        (["TILL_SHOP_LANGUAGE": "de"], [String]()), (["LANG": "de_DE.UTF-8"], []), ([:], ["--language", "de"]),
    ])
    func aGermanRunIsGermanThroughout(_ environment: [String: String], _ more: [String]) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let paid = try await kiosk.startTill(kiosk.payment() + more, environment: environment).end()
            #expect(paid.code == 0, "\(paid)")
            #expect(paid.output.contains("Bezahlt: 11,50 EUR") && !paid.output.contains("Paid"), "\(paid)")
            #expect(paid.errors.contains("Das Terminal wird vorbereitet"), "\(paid)")
            #expect(paid.errors.contains("den Kundenbeleg gedruckt") && !paid.errors.contains("printed"), "\(paid)")
        }
    }

    @Test(arguments: [
        ("de", "Es gibt keine Zahlung"), ("fr", "Il n'y a pas de paiement"), ("en", "There is no payment"),
    ])
    func aFailureIsToldInTheOperatorsLanguageAndToProgramsInEnglish(_ language: String, _ words: String) async throws {
        try await Kiosk.run { kiosk in
            let told = try await kiosk.till("refund", "9999", environment: ["LANG": "\(language)_XX.UTF-8"])
            #expect(told.errors.contains("till: \(words) 9999. (payment.notFound)"), "\(told)")
            let document = try await kiosk.till(
                "refund", "9999", "--json", environment: ["LANG": "\(language)_XX.UTF-8"])
            #expect(document.output.contains("There is no payment 9999."), "\(document)")
        }
    }

    @Test(arguments: [
        ("de", "Keine Zahlung wäre möglich. Gründe:", "Noch ist nichts gespeichert."),
        ("fr", "Aucun paiement ne serait possible. Raisons :", "Rien n'est encore enregistré."),
        ("en", "No payment could be taken. Reasons:", "Nothing is stored yet."),
    ])
    func theDoctorSpeaksTheOperatorsLanguageAndEnglishToPrograms(
        _ language: String, _ end: String, _ finding: String
    ) async throws {
        try await Kiosk.run { kiosk in
            let environment = ["LANG": "\(language)_XX.UTF-8"]
            let told = try await kiosk.till("doctor", environment: environment)
            #expect(told.output.contains(end) && told.output.contains(finding), "\(told)")
            let asked = try await kiosk.till("doctor", "--language", language)
            #expect(asked.output.contains(end), "\(asked)")
            let document = try await kiosk.till("doctor", "--json", environment: environment)
            #expect(document.output.contains("Nothing is stored yet."), "\(document)")
        }
    }

    @Test func anEnglishRunIsEnglishThroughout() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let paid = try await kiosk.pay()
            #expect(paid.output.contains("Paid 11.50 EUR") && paid.errors.contains("printed the customer receipt"))
            let why = try await kiosk.till("why", "last")
            #expect(!why.output.contains(": probably") && why.output.contains("Final: approved."), "\(why)")
        }
    }

    @Test func whyTellsInGermanWhatBecameOfIt() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("decline")
            try await kiosk.startPrinter()
            _ = try await kiosk.pay()
            let why = try await kiosk.till("why", "last", environment: Self.german)
            #expect(why.output.contains("Das Ergebnis steht fest: abgelehnt."), "\(why)")
            for word in ["declined", "probably", "confirmed"] { #expect(!why.output.contains(word), "\(why)") }
        }
    }

    @Test func timesAreThoseOfTheShop() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            _ = try await kiosk.pay()
            let utc = try await kiosk.till("journal", "list")
            let there = try await kiosk.till("journal", "list", environment: ["TILL_SHOP_TIME_ZONE": "Asia/Kathmandu"])
            let times = [utc, there].map { ending in
                ending.output.firstMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/).map { String($0.output) }
            }
            let format = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day().dateTimeSeparator(.space)
                .time(includingFractionalSeconds: false)
            let moments = try times.map { try Date(#require($0), strategy: format) }
            #expect(moments[1].timeIntervalSince(moments[0]) == 5.75 * 3600, "\(times)")
            let why = try await kiosk.till("why", "last", environment: ["TILL_SHOP_TIME_ZONE": "Asia/Kathmandu"])
            #expect(why.output.contains(try #require(times[1]).prefix(13)), "\(why)")
        }
    }
}
