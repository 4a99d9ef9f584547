import Flow
import Foundation

/// The only key of a branch that holds a single thing.
struct SingleKey: Hashable, Codable, Sendable {}
