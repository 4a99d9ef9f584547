import Flow

/// The codes of a layer, listed once: an enum with a case for each code, and its meaning. A code without an exit class,
/// or without someone who can do something about it, does not compile.
///
/// The first word of a code names its enum: `reader.noAnswer` is `ReaderFailure.noAnswer`. A code is stored and
/// printed, so it is never renamed and never changes its meaning.
package protocol ListedFailure: FailureCode, CaseIterable {
    /// The heading of these codes in docs/errors.md.
    static var title: String { get }
    var meaning: FailureMeaning { get }
}

extension ListedFailure {
    /// The layer's codes, in alphabetical order.
    package static var codes: [ListedCode] {
        allCases.map { ListedCode(code: $0.rawValue, meaning: $0.meaning) }.sorted { $0.code < $1.code }
    }
}
