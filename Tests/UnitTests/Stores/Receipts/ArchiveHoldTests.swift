import Flow
import Model
import Testing

@testable import Stores
@testable import Payments

/// The sentences about what keeps entries in the journal, and what releases them.
@Suite struct ArchiveHoldTests {
    private static let reasons: [ArchiveHold.Reason] = [
        .open, .reserved, .goodsOwed, .notPrinted, .notDelivered, .openDay, .lastEndOfDay, .unsettledDay, .newest,
        .laterEntries,
    ]

    @Test(arguments: reasons) func eachReasonIsASentenceThatNamesWhatHolds(_ reason: ArchiveHold.Reason) {
        let hold = ArchiveHold(reason: reason, id: "pay-1", sequence: 7)
        let (english, german) = (hold.sentence(in: .en), hold.sentence(in: .de))
        #expect(english.contains("pay-1") && german.contains("pay-1") && english != german)
        #expect(english.hasSuffix(".") && german.hasSuffix("."))
    }

    @Test(arguments: reasons) func whatIsNotLeftToTimeHasACommand(_ reason: ArchiveHold.Reason) {
        let hold = ArchiveHold(reason: reason, id: "pay-1", sequence: 7)
        let passes = [.lastEndOfDay, .newest, .laterEntries].contains(reason)
        for language in [OperatorLanguage.en, .de] {
            #expect(hold.remedy(in: language)?.hasPrefix("till ") == (passes ? nil : true))
        }
    }

    @Test func aDayThatIsNotEndedMayBeLeftToTheTerminal() {
        let hold = ArchiveHold(reason: .openDay, id: "pay-1", sequence: 7)
        #expect(hold.remedy(in: .en)?.contains("--with-open-days") == true)
        #expect(hold.remedy(in: .de)?.contains("--with-open-days") == true)
    }

    @Test func whereNothingCanBeMovedTheFirstHoldSaysWhyAndWhatToDo() {
        func failure(_ holds: [ArchiveHold], asked: Int64 = 9) -> Failure {
            .nothingToArchive(
                ArchivePlan(
                    start: 4, asked: asked, through: 4, holds: holds, until: nil, days: [], transactions: 0))
        }
        let hold = ArchiveHold(reason: .open, id: "pay-1", sequence: 7)
        #expect(failure([hold]).sentence == "Nothing can be moved: \(hold.sentence(in: .en))")
        #expect(failure([hold]).remedy == hold.remedy(in: .en))
        #expect(failure([]).remedy == "name a later date")
        #expect(failure([hold], asked: 4).sentence == "The journal has no entries of before that date.")
    }
}
