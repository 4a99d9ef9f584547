import Failures
import Foundation
import Model
import Testing

@testable import Service
@testable import Stores

/// Every word that the service sends to the kiosk's page has a sentence there, in each language.
@Suite struct KioskWordTests {
    private static let languages = KioskPageFile.languages

    private static func words(_ language: String) throws -> [String: String] {
        let file = try #require(KioskPageFile.named("words/\(language).json"))
        return try JSONDecoder().decode([String: String].self, from: Data(file.bytes))
    }

    /// The ends of the keys that begin so.
    private static func ends(_ stem: String, in words: [String: String]) -> [String] {
        words.keys.filter { $0.hasPrefix(stem) }.map { String($0.dropFirst(stem.count)) }.sorted()
    }

    @Test(arguments: languages) func eachOutcomeHasAWordAndNoOtherHas(_ language: String) throws {
        let words = try Self.words(language)
        #expect(Self.ends("operator.outcome.", in: words) == KioskOutcome.allCases.map(\.rawValue).sorted())
    }

    @Test(arguments: languages) func eachStateOfADayHasAWordAndNoOtherHas(_ language: String) throws {
        let words = try Self.words(language)
        #expect(Self.ends("operator.day.", in: words) == KioskStaffPages.Day.allCases.map(\.rawValue).sorted())
        #expect(Self.ends("operator.cell.", in: words) == KioskDayReport.Word.allCases.map(\.rawValue).sorted())
    }

    @Test(arguments: languages) func eachQuestionAndAnswerHasAWord(_ language: String) throws {
        let words = try Self.words(language)
        let said = KioskStaffForm.Statement.allCases.map(\.rawValue)
        #expect(Self.ends("operator.said.", in: words) == said.sorted())
        for step in KioskStaffForm.Step.allCases where step != .look {
            #expect(words["operator.ask.\(step.rawValue)"] != nil, "\(step)")
            #expect(step == .confirm || words["operator.entry.\(step.rawValue)"] != nil, "\(step)")
        }
    }

    @Test(arguments: languages) func eachKindOfTransactionButPaymentsHasAWord(_ language: String) throws {
        let kinds = TransactionKind.allCases.filter { $0 != .payment }.map(\.rawValue)
        #expect(Self.ends("operator.kind.", in: try Self.words(language)) == kinds.sorted())
    }

    @Test(arguments: languages) func eachWayToBeginHasAWord(_ language: String) throws {
        let ways = KioskSettings.Start.allCases.map(\.rawValue)
        #expect(Self.ends("operator.start.", in: try Self.words(language)) == ways.sorted())
    }

    // MARK: Customers

    @Test(arguments: languages) func eachReasonOfADeclineHasAWordAndNoOtherHas(_ language: String) throws {
        let reasons = KioskDeclineReason.allCases.map(\.rawValue)
        #expect(Self.ends("reason.", in: try Self.words(language)) == reasons.sorted())
    }

    @Test(arguments: languages) func eachPictureOfTheTerminalHasAWordAndSaysWhatToDo(_ language: String) throws {
        let words = try Self.words(language)
        for picture in KioskPaying.Picture.allCases.map(\.rawValue) {
            #expect(words["pay.\(picture)"] != nil && words["pay.\(picture)Lead"] != nil, "\(picture)")
        }
    }

    @Test func eachPictureOfTheTerminalIsDrawnAndKnownToThePage() throws {
        func text(_ name: String) throws -> String {
            String(decoding: try #require(KioskPageFile.named(name)).bytes, as: UTF8.self)
        }
        let (drawings, page) = (try text("pictures.js"), try text("screens/payment.js"))
        for picture in KioskPaying.Picture.allCases.map(\.rawValue) {
            #expect(drawings.contains("\n    \(picture): () =>"), "\(picture)")
            #expect(page.contains("\"\(picture)\""), "\(picture)")
        }
    }

    @Test(arguments: languages) func whoeverStoppedAPaymentHasAWord(_ language: String) throws {
        let words = try Self.words(language)
        for canceller in KioskEnd.Canceller.allCases { #expect(words["cancelled.\(canceller.rawValue)"] != nil) }
        for choice in KioskSettings.Choice.allCases {
            #expect(words["receipt.\(choice.rawValue)"] != nil && words["receipt.no.\(choice.rawValue)"] != nil)
        }
    }

    @Test(arguments: languages) func anAmountThatCannotBePaidHereHasASentenceOfItsOwn(_ language: String) throws {
        let words = try Self.words(language)
        for code in [PaymentFailure.overLimit, .badAmount] { #expect(words["code.\(code.rawValue)"] != nil) }
    }
}
