import ESCPOS

/// A pulse of a printer to the coil of a cash drawer.
package struct DrawerPulse: Hashable, Sendable, CustomStringConvertible {
    /// The pin of the connector.
    package enum Pin: Int, Hashable, Sendable {
        case two = 2
        case five = 5

        /// The pin by a command's parameter: 0 or 1, or its ASCII digit.
        fileprivate init?(_ m: UInt8) {
            switch m {
            case 0, 0x30: self = .two
            case 1, 0x31: self = .five
            default: return nil
            }
        }

        /// How many connectors a printer with this pin has.
        fileprivate var drawers: Int { self == .two ? 1 : 2 }
    }

    package let pin: Pin
    package let onMilliseconds: Int
    /// The least pause after the pulse.
    package let offMilliseconds: Int
    /// Whether the pulse was sent by a real-time command, rather than in order with the print data.
    package let isAtOnce: Bool

    /// Parses `ESC p m t1 t2`, whose times are in units of 2 ms. Nil for another command or a missing connector.
    init?(_ command: PrinterCommand, of profile: PrinterProfile) {
        let parameters = Array(command.parameters)
        guard command.operation == .pulse, parameters.count == 3 else { return nil }
        self.init(parameters[0], Int(parameters[1]) * 2, Int(parameters[2]) * 2, isAtOnce: false, profile)
    }

    /// Parses `DLE DC4 1 m t`: on and off for t times 100 ms each.
    init?(atOnce request: ArraySlice<UInt8>, of profile: PrinterProfile) {
        let bytes = Array(request.prefix(5))
        guard bytes.count == 5, (1...8).contains(bytes[4]) else { return nil }
        self.init(bytes[3], Int(bytes[4]) * 100, Int(bytes[4]) * 100, isAtOnce: true, profile)
    }

    private init?(_ m: UInt8, _ on: Int, _ off: Int, isAtOnce: Bool, _ profile: PrinterProfile) {
        guard let pin = Pin(m), pin.drawers <= profile.drawers else { return nil }
        (self.pin, onMilliseconds, offMilliseconds, self.isAtOnce) = (pin, on, max(on, off), isAtOnce)
    }

    package var description: String {
        "drawer on pin \(pin.rawValue): \(onMilliseconds) ms on, \(offMilliseconds) ms off"
            + (isAtOnce ? ", at once" : "")
    }
}
