import Hardware
import Model
import Testing
import ZVTCodes

@testable import Readers

@Suite struct CodeTests {
    /// The codes of the error messages in ZVT 13.08, with ranges written out.
    static let listed: [UInt8] =
        [
            0x00, 0x05, 0x0D, 0x33, 0x36, 0x37, 0x51, 0x62, 0x64, 0x65, 0x66, 0x67, 0x68, 0x6A, 0x6B, 0x6C, 0x6E, 0x6F,
            0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x83, 0x85, 0x89, 0x9A,
            0x9B, 0x9C, 0x9D, 0xA0, 0xA1, 0xA3, 0xA4, 0xA5, 0xB1, 0xB2, 0xB4, 0xB5, 0xB7, 0xB8, 0xBF, 0xC0, 0xC1, 0xC2,
            0xC3, 0xC4, 0xC5, 0xC6, 0xC8, 0xC9, 0xCB, 0xCC, 0xCD, 0xD2, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3,
            0xE4, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xF0, 0xF1, 0xF5, 0xF6, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF,
        ]

    @Test func noCodeStandsInTwoGroups() {
        let codes = ZVTResultCode.groups.flatMap(\.keys)
        #expect(Set(codes).count == codes.count)
    }

    @Test(arguments: listed)
    func everyListedCodeHasAMeaning(_ code: UInt8) {
        let result = DeviceCode(zvt: code)
        #expect(ZVTResultCode.isKnown(code))
        for language in OperatorLanguage.allCases { #expect(!result.text(in: language).isEmpty) }
        #expect(result.text(in: .de) != result.text(in: .en))
        #expect(code == 0 || code == 0x9D || result.nextStep != .nothing)
    }

    @Test(arguments: DeviceReason.allCases.filter { $0 != .unexplained })
    func everyReasonIsToldInWordsOfItsOwn(_ reason: DeviceReason) {
        for language in OperatorLanguage.allCases {
            #expect(reason.text(in: language) != DeviceReason.unexplained.text(in: language))
        }
    }

    @Test(arguments: ProgressStep.allCases.filter { $0 != .unexplained })
    func everyStepThatIsShownIsToldInWordsOfItsOwn(_ step: ProgressStep) {
        for language in OperatorLanguage.allCases {
            #expect(
                TerminalProgress(step).wording.text(in: language)
                    != TerminalProgress(.unexplained).wording.text(in: language))
        }
    }

    @Test func portalum21_aCodeThatNobodyKnowsIsToldByItsNumber() {
        #expect(DeviceCode(zvt: 0x2F).text(in: .en) == "Refused by the host with code 47")
        #expect(DeviceCode(zvt: 0x2F).nextStep == .otherCard)
        #expect(DeviceCode(zvt: 0xAA).text(in: .de) == "Fehler AA")
        #expect(!ZVTResultCode.isKnown(0xAA))
    }

    @Test(arguments: [
        (UInt8(0xF0), NextStep.endOfDay), (0x51, .initialisation), (0x62, .setClock), (0xC2, .diagnosis),
        (0x9C, .wait), (0xCC, .checkPrinter), (0xDF, .callService), (0xE1, .removeCard), (0xB4, .checkTransaction),
    ])
    func aStateOfTheTerminalSaysWhatIsToBeDone(_ code: UInt8, _ step: NextStep) {
        #expect(DeviceCode(zvt: code).nextStep == step)
    }

    @Test(arguments: NextStep.allCases)
    func everyStepIsASentenceInEveryLanguage(_ step: NextStep) {
        for language in OperatorLanguage.allCases {
            guard step != .nothing else { return #expect(step.text(in: language) == nil) }
            #expect(step.text(in: language)?.last == ".")
        }
    }

    @Test(
        arguments: Array(0x00...0x1D) + [0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x68, 0x69, 0xC7, 0xC8, 0xC9, 0xCA])
    func everyListedProgressIsToldInBothLanguages(_ code: UInt8) {
        for language in OperatorLanguage.allCases {
            #expect(!TerminalProgress(zvt: code).wording.text(in: language).contains("Status"))
        }
    }

    @Test func fortyMoreAsksToTakeTheCardOut() {
        #expect(TerminalProgress(zvt: 0x4C).wording.text(in: .en) == "Card not readable, please remove card")
        #expect(TerminalProgress(zvt: 0x4C).wording.text(in: .de) == "Karte nicht lesbar, bitte Karte entnehmen")
        #expect(TerminalProgress(zvt: 0x4C).nextStep == .removeCard)
        #expect(TerminalProgress(zvt: 0x4B).wording.text(in: .en) == "Please remove card")
        #expect(TerminalProgress(zvt: 0x4A).wording.text(in: .en) == "Status 4A")
        #expect(TerminalProgress(zvt: 0x67).nextStep == .removeCard)
        #expect(TerminalProgress(zvt: 0x40).nextStep == .wait)
    }
}
