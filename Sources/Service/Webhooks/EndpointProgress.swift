import Flow
import Foundation

/// How far an endpoint has been told of the journal's entries.
package struct EndpointProgress: Hashable, Codable, Sendable {
    /// An event that the endpoint refused for good. It is not told again unless somebody asks for it.
    package struct SetAside: Hashable, Codable, Sendable {
        /// The number of the entry, which is the event's id.
        package let event: Int64
        package let kind: String
        package let at: Date
        package let refusal: Failure
    }

    /// The number of the last entry that needs nothing any more: it was taken, set aside, or is of another kind.
    package var last: Int64
    /// Entries to be told anew, before all others.
    package var again: [Int64] = []
    package var setAside: [SetAside] = []
    /// Why the next event waits; nil if none does, as far as is known.
    package var trouble: Failure?

    /// With so many events set aside, nothing more is told until somebody has looked at them.
    package static let mostSetAside = 100
}
