import Failures
import Flow
import Hardware
import Model
import Synchronization

/// The printers that this process has open, so that waiting for them can be stopped from elsewhere.
final class OpenPrinters: Sendable {
    private struct Place {
        let printer: any ReceiptPrinter
        var isGivenUp = false
        /// What its print waits for, such as paper.
        var waitsFor: Failure?
    }

    private let places = Mutex<[DeviceAddress: Place]>([:])

    func enter(_ printer: any ReceiptPrinter, at address: DeviceAddress) {
        places.withLock { $0[address] = Place(printer: printer) }
    }

    func leave(_ address: DeviceAddress) { places.withLock { $0[address] = nil } }

    func isGivenUp(_ address: DeviceAddress) -> Bool { places.withLock { $0[address]?.isGivenUp ?? false } }

    /// What a print of this process waits for on that printer, by whatever options its address names; nil if for nothing.
    func obstacle(at address: DeviceAddress) -> Failure? {
        places.withLock { places in
            places.lazy.filter { $0.key.place == address.place }.compactMap(\.value.waitsFor).first
        }
    }

    func waits(_ address: DeviceAddress, for obstacle: Failure?) {
        places.withLock { $0[address]?.waitsFor = obstacle }
    }

    /// Closes all printers, which ends every query and print on them. It may wait for a line to close.
    func giveUp() {
        let open = places.withLock { places in
            for address in places.keys { places[address]?.isGivenUp = true }
            return places.values.map(\.printer)
        }
        for printer in open { printer.close() }
    }
}
