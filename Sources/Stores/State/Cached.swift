import Flow
import Foundation

/// A value, since when it is known, and why it is no newer.
package struct Cached<Value: Sendable>: Sendable {
    package let value: Value
    package let asOf: Date
    /// Why it could not be loaded again; nil if nothing newer was needed.
    package let failure: Failure?

    package init(value: Value, asOf: Date, failure: Failure?) {
        (self.value, self.asOf, self.failure) = (value, asOf, failure)
    }

    package func map<Other>(_ make: (Value) throws(Failure) -> Other) throws(Failure) -> Cached<Other> {
        Cached<Other>(value: try make(value), asOf: asOf, failure: failure)
    }
}
