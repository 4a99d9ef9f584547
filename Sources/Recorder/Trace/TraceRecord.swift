import Flow
import Foundation
import Model
import Readers

/// One recorded event of a line.
package struct TraceRecord: Hashable, Sendable {
    package enum Fact: Hashable, Sendable {
        case opened(Opening)
        /// The traffic from here on belongs to this payment; nil for none.
        case serving(PaymentID?)
        case passed(LinePiece)
        /// The till closed the line.
        case closed
        /// The line was lost, with the reason as a word.
        case lost(String)
        /// A number of records was lost for lack of room in memory or on the disk.
        case missing(Int)
    }

    /// How a line was opened, with the wall-clock time that dates all uptimes of the session.
    package struct Opening: Hashable, Sendable {
        package let wall: Date
        package let address: DeviceAddress
        package let framing: LineFraming
        /// The payment whose outcome is being asked for on this line.
        package let payment: PaymentID?

        package init(wall: Date, address: DeviceAddress, framing: LineFraming, payment: PaymentID?) {
            self.wall = wall
            self.address = address
            self.framing = framing
            self.payment = payment
        }
    }

    /// The id of one use of a line, from its opening to its end.
    package let session: String
    /// The uptime at which the event was complete.
    package let at: Uptime
    package let fact: Fact

    package init(_ session: String, at: Uptime, _ fact: Fact) {
        self.session = session
        self.at = at
        self.fact = fact
    }

    /// The payment that the record names.
    package var payment: PaymentID? {
        switch fact {
        case .opened(let opening): opening.payment
        case .serving(let payment): payment
        case .passed, .closed, .lost, .missing: nil
        }
    }

    /// The approximate size in bytes.
    var weight: Int {
        guard case .passed(let piece) = fact, case .telegram(let bytes, _) = piece.content else { return 0 }
        return bytes.count
    }
}
