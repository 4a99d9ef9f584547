import Failures
import Flow
import Hardware
import Model
import Stores

extension Output {
    /// A device that the service watches or is configured to use.
    struct ServedDevice: Encodable {
        /// The configured name; nil for a device that is only remembered.
        let name: String?
        let address: String
        /// `unknown`, `ready` or `not_ready`.
        let state: String
        /// Why it is not ready.
        let failure: Error.Content?

        init(_ device: ListedDevice, _ standing: DevicesState.Standing?) {
            (name, address) = (device.name, device.address.description)
            switch standing {
            case nil, .unknown: (state, failure) = ("unknown", nil)
            case .ready: (state, failure) = ("ready", nil)
            case .notReady(let why): (state, failure) = ("not_ready", Error(why).error)
            }
        }
    }

    /// What a printer told last, and what its print waits for.
    struct ServedPrinter: Encodable {
        let paper: String?
        let cover: String?
        let online: Bool?
        let waitsFor: Error.Content?
        /// How many prints wait for it.
        let waiting: Int

        init(_ standing: PrinterStanding?, waiting: Int) {
            paper = standing?.status.paper.rawValue
            cover = standing?.status.cover.rawValue
            online = standing?.status.online
            waitsFor = standing?.waitsFor.map { Error($0).error }
            self.waiting = waiting
        }
    }
}
