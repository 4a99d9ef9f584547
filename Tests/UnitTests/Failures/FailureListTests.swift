import Failures
import Flow
import Testing

@testable import Failures

/// The list of all failure codes is consistent.
@Suite struct FailureListTests {
    private static let codes = FailureList.layers.flatMap { $0.codes }

    @Test func noCodeIsListedTwice() {
        let counts = Dictionary(Self.codes.map { ($0.code, 1) }, uniquingKeysWith: +)
        #expect(counts.filter { $0.value > 1 }.isEmpty)
        #expect(counts.count > 200)
    }

    /// `reader.noAnswer` is `ReaderFailure.noAnswer`, so that a reader of the code finds the case. Flow has codes of
    /// its own.
    @Test func theFirstWordOfACodeNamesItsEnum() {
        for layer in FailureList.layers where layer != FlowFailure.self {
            let name = "\(layer)".dropLast("Failure".count)
            let word = name.prefix(1).lowercased() + name.dropFirst()
            for entry in layer.codes {
                let parts = entry.code.split(separator: ".")
                #expect(parts.count == 2 && parts.first.map(String.init) == word, "\(entry.code) in \(layer)")
            }
        }
    }

    @Test(arguments: codes.map(\.code))
    func whenItIsSaidIsAWholeSentence(_ code: String) throws {
        let when = try #require(Self.codes.first { $0.code == code }).meaning.when
        #expect(when.first?.isUppercase == true && when.last == "." && !when.contains("|"))
    }

    @Test func aFailureHasTheMeaningOfItsCode() {
        let failure = Failure(ReaderFailure.noAnswer, "Nothing answers.", recovery: .retry)
        #expect(failure.meaning == ReaderFailure.noAnswer.meaning)
        #expect(Failure.abandoned.meaning?.exitClass == .internalError)
    }
}
