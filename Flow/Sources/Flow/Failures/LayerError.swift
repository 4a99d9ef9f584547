/// An error of one layer that can speak as a `Failure`.
public protocol LayerError: Error, Sendable {
    var failure: Failure { get }
}
