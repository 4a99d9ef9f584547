import Hardware
import Model
import Synchronization

/// The printers that this process has open, so that what is waited for at them can be given up from elsewhere.
final class OpenPrinters: Sendable {
    private struct Place {
        let printer: any ReceiptPrinter
        var isGivenUp = false
    }

    private let places = Mutex<[DeviceAddress: Place]>([:])

    func enter(_ printer: any ReceiptPrinter, at address: DeviceAddress) {
        places.withLock { $0[address] = Place(printer: printer) }
    }

    func leave(_ address: DeviceAddress) { places.withLock { $0[address] = nil } }

    func isGivenUp(_ address: DeviceAddress) -> Bool { places.withLock { $0[address]?.isGivenUp ?? false } }

    /// Closes them all: whatever is asked of them, and printed on them, ends now. May wait for a line to be closed.
    func giveUp() {
        let open = places.withLock { places in
            for address in places.keys { places[address]?.isGivenUp = true }
            return places.values.map(\.printer)
        }
        for printer in open { printer.close() }
    }
}
