import Model

/// The last status of this till's printers, and what printing on them waits for.
package struct PrintersState: Hashable, Codable, Sendable {
    private var known: [Cached] = []

    private struct Cached: Hashable, Codable, Sendable {
        let address: DeviceAddress
        var standing = PrinterStanding()
        var isPrinting = false
    }

    package init() {}

    mutating func reduce(_ event: PrinterEvent) {
        switch event {
        case .said(let address, let status): change(address) { $0.standing.status = status }
        case .began(let address): change(address) { $0.isPrinting = true }
        case .goesOn(let address, let status):
            change(address) { $0.standing = PrinterStanding(status: status) }
        case .waits(let address, let why, let status):
            // Events of a print after its end are ignored.
            change(address) { known in
                if known.isPrinting { known.standing = PrinterStanding(status: status, waitsFor: why) }
            }
        case .ended(let address):
            change(address) { known in
                known.isPrinting = false
                known.standing.waitsFor = nil
            }
        }
    }

    private mutating func change(_ address: DeviceAddress, _ change: (inout Cached) -> Void) {
        let place = known.firstIndex { $0.address == address }
        if place == nil { known.append(Cached(address: address)) }
        change(&known[place ?? known.count - 1])
    }
}

extension PrintersState: KnowsThePrinters {
    package func standing(of printer: DeviceAddress) -> PrinterStanding? {
        known.first { $0.address == printer }?.standing
    }

    package func isPrinting(on printer: DeviceAddress) -> Bool {
        known.first { $0.address == printer }?.isPrinting ?? false
    }
}
