import Flow
import Foundation

/// The one key of a branch that holds one thing.
struct SingleKey: Hashable, Codable, Sendable {}
