import Model
import Testing

@testable import Readers

/// How a terminal is spoken to after a diagnosis has found out how it behaves.
@Suite struct TerminalSettingsTests {
    private func settings(
        from before: TerminalSettings = TerminalSettings(), _ change: (inout TerminalProfile) -> Void
    ) -> TerminalSettings {
        var profile = TerminalProfile()
        change(&profile)
        var settings = before
        settings.adopt(profile)
        return settings
    }

    @Test func whatIsUnknownChangesNothing() {
        var before = TerminalSettings()
        (before.wishedCharacterSet, before.announcesCommands, before.asksStatusWithPassword) = (.latin1, false, false)
        #expect(settings { _ in } == TerminalSettings())
        #expect(settings(from: before) { _ in } == before)
    }

    @Test func theFirstCharacterSetThatWasGrantedIsWished() {
        let settings = settings { ($0.registration, $0.characterSets) = (.full, [.latin9, .latin1]) }
        #expect(settings.wishedCharacterSet == .latin9)
        #expect(settings.announcesCommands)
    }

    @Test(arguments: [nil, []] as [[TerminalProfile.CharacterSet]?])
    func aTerminalThatGrantedNoneKeepsItsWish(granted: [TerminalProfile.CharacterSet]?) {
        let settings = settings { ($0.registration, $0.characterSets) = (.full, granted) }
        #expect(settings.wishedCharacterSet == .utf8)
    }

    @Test func aTerminalThatRefusesTheCharacterSetIsNotAskedForOne() {
        let settings = settings { ($0.registration, $0.characterSets) = (.withoutCharacterSet, [.latin9]) }
        #expect(settings.wishedCharacterSet == nil)
        #expect(settings.announcesCommands)
    }

    @Test func aTerminalThatTakesOnlyABareRegistrationGetsNoTags() {
        let settings = settings { $0.registration = .bare }
        #expect(settings.wishedCharacterSet == nil)
        #expect(!settings.announcesCommands)
    }

    @Test(
        arguments: [(.eitherWay, true), (.onlyWithPassword, true), (.onlyBare, false)]
            as [(TerminalProfile.StatusEnquiry, Bool)])
    func theStatusIsAskedForAsTheTerminalAnswers(enquiry: TerminalProfile.StatusEnquiry, withPassword: Bool) {
        for former in [true, false] {
            var before = TerminalSettings()
            before.asksStatusWithPassword = former
            #expect(settings(from: before) { $0.statusEnquiry = enquiry }.asksStatusWithPassword == withPassword)
        }
    }

    @Test func theLastTransactionIsPrintedOnlyWhereTheTerminalTellsItOnlySo() {
        #expect(settings { $0.repeatReceipt = .onlyWithPrint }.repeatsWithPrint)
        var before = TerminalSettings()
        before.repeatsWithPrint = true
        #expect(!settings(from: before) { $0.repeatReceipt = .tellsStatus }.repeatsWithPrint)
    }

    /// Receipts of payments and of ends of day, as print commands (ZVT 13.08 §2.1.1): a till that only believed to print would
    /// leave them to a printer that it cannot see.
    @Test func sumupIOSSDK190_theTerminalIsToldThatTheTillPrints() throws {
        for announces in [true, false] {
            var settings = TerminalSettings()
            settings.announcesCommands = announces
            let registration = try Sequences.telegram(of: .register(.eur), settings)
            // The configuration byte stands behind the command, its length and the password.
            let configuration = try #require(registration.bytes.dropFirst(6).first)
            #expect(configuration & 0x86 == 0x86)
        }
    }

    /// Its end of day stays the till's to print, because it belongs to the till's books.
    @Test func sumupIOSSDK190_aTerminalThatPrintsReceiptsIsToldSo() throws {
        var settings = TerminalSettings()
        settings.letTerminalPrint()
        let registration = try Sequences.telegram(of: .register(.eur), settings)
        #expect(try #require(registration.bytes.dropFirst(6).first) == 0xBC)
        let payment = try Sequences.telegram(of: .authorise(Money(minorUnits: 100, currency: .eur)), settings).bytes
        #expect(payment.suffix(2) == [0x19, 0x40], "the till's printer is not said to be ready")
    }
}
