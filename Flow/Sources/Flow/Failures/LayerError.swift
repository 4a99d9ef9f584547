/// An error of one layer that can be converted to a `Failure`.
public protocol LayerError: Error, Sendable {
    var failure: Failure { get }
}
