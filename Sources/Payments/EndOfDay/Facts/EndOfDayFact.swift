import Flow
import Foundation
import Hardware
import Model
import Storage

/// A fact as it is stored: which end of day it belongs to.
package struct EndOfDayFact: Hashable, Codable, Sendable {
    package let id: EndOfDayID
    package let event: EndOfDayEvent
}
