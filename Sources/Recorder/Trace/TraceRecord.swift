import Flow
import Foundation
import Model
import Readers

/// One fact about a line, as the flight recorder keeps it.
package struct TraceRecord: Hashable, Sendable {
    package enum Fact: Hashable, Sendable {
        case opened(Opening)
        /// What passes on the line from here on belongs to this payment; nil: to none.
        case serving(PaymentID?)
        case passed(LinePiece)
        /// The till closed the line.
        case closed
        /// The line ended without being asked to; why, in a word.
        case lost(String)
        /// So many facts were not kept: there was no room in memory, or none on the disk.
        case missing(Int)
    }

    /// How a line was opened, and what the wall clock said: the one anchor of all times of the session.
    package struct Opening: Hashable, Sendable {
        package let wall: Date
        package let address: DeviceAddress
        package let framing: LineFraming
        /// What is found out about again on it.
        package let payment: PaymentID?

        package init(wall: Date, address: DeviceAddress, framing: LineFraming, payment: PaymentID?) {
            self.wall = wall
            self.address = address
            self.framing = framing
            self.payment = payment
        }
    }

    /// One line from its opening to its end.
    package let session: String
    /// On the machine's monotonic clock: when it was over.
    package let at: Uptime
    package let fact: Fact

    package init(_ session: String, at: Uptime, _ fact: Fact) {
        self.session = session
        self.at = at
        self.fact = fact
    }

    /// The payment this fact names.
    package var payment: PaymentID? {
        switch fact {
        case .opened(let opening): opening.payment
        case .serving(let payment): payment
        case .passed, .closed, .lost, .missing: nil
        }
    }

    /// Bytes it holds, about.
    var weight: Int {
        guard case .passed(let piece) = fact, case .telegram(let bytes, _) = piece.content else { return 0 }
        return bytes.count
    }
}
