import Testing

@testable import Transports

/// The answers of the kernel's driver to a question about the printer's state after a write.
@Suite("What proves that a printer has taken something")
struct LPProofTests {
    /// The answers of GET_PORT_STATUS: ready; not selected, as while busy; no paper; a fault.
    @Test(arguments: [(0x18, true), (0x08, true), (0x38, false), (0x10, false)] as [(UInt8, Bool)])
    func aPrinterThatStandsStillProvesNothing(_ byte: UInt8, _ proves: Bool) {
        var proof = LPProof()
        proof.wrote()
        #expect(proof.isGiven(by: .told(byte), to: proof.question) == proves)
    }

    @Test(arguments: [(OpenLP.Answer.silent, true), (.told(0), true), (.told(0xFF), true), (.gone, false)])
    func aNodeThatTellsNothingIsBelievedAndOneThatIsGoneIsNot(_ answer: OpenLP.Answer, _ proves: Bool) {
        let proof = LPProof()
        #expect(proof.isGiven(by: answer, to: proof.question) == proves)
    }

    /// The driver answers when the printer does, which may take seconds. The next job may be under way by then.
    @Test func anAnswerThatComesLateProvesNothingOfWhatWasWrittenSince() {
        var proof = LPProof()
        proof.wrote()
        let early = proof.question
        proof.wrote()
        #expect(!proof.isGiven(by: .told(0x18), to: early))
        #expect(proof.isGiven(by: .told(0x18), to: proof.question))
    }
}
