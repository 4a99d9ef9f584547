import Flow
import Foundation
import Model

/// What can be asked of the figures.
///
/// - Shop: none
package enum TakingsAction: Action {
    /// What was taken by card since then, in each currency.
    case takings(since: Date, Reply<Cached<[Money]>>)
}
