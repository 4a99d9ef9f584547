import Testing

/// Till asks a shop for the same as the client whose exchanges with a real WooCommerce were recorded: method, path, query and
/// body, as far as they are Till's to choose. Skipped, and said so, where the recordings are not there.
@Suite(.enabled(if: RecordedExchange.folder != nil, "../shared is not beside this repository (or set TILL_SHARED)"))
struct RecordedRequestTests {
    @Test(arguments: RecordedOperation.all)
    func anOperationIsSentAsItWasRecorded(_ operation: RecordedOperation) async throws {
        let difference = try await operation.difference()
        #expect(difference == nil)
    }

    @Test func everyRecordingIsComparedOrNamedWithAReason() throws {
        let compared = RecordedOperation.all.map(\.recording)
        #expect(Set(compared).count == compared.count)
        #expect(Set(compared).isDisjoint(with: RecordedOperation.notCompared.keys))
        #expect(Set(compared).union(RecordedOperation.notCompared.keys) == (try RecordedExchange.numbers()))
    }
}
