import Configuration
import Failures
import Flow
import Foundation
import Hardware
import Model
import Storage
import Payments
import Stores
import Transports

/// Everything that the doctor examines, as it was found. It is a value: the examination asks nothing more of the
/// machine.
struct MachineFacts: Sendable {
    var configuration = ConfigurationFacts()
    var user = UserFacts(name: "till", isRoot: false, groups: [], accountGroups: [])
    var devices: [DeviceFacts] = []
    var usbLines: [USBLineFacts] = []
    var usbDevices: [USBDeviceFacts] = []
    var udev = UdevFacts(isRunning: true, rules: nil)
    /// The names of processes as the kernel shows them, cut after 15 letters.
    var processes: Set<String> = []
    var directory: DirectoryFacts
    var storage = StorageFacts.none
    var clock: ClockFacts
    /// Nil if receipts are not e-mailed.
    var mailSystem: MailSystemFacts?
    /// Why nothing can be drawn, in the words of the system's loader; nil if it can.
    var cannotDraw: Sentence?
}

/// The program that accepts e-mails.
struct MailSystemFacts: Hashable, Sendable {
    let program: String
    /// Whether this user may run the program.
    let isThere: Bool
}

struct ConfigurationFacts: Sendable {
    var files: [String] = []
    var problems: [ConfigurationProblem] = []
    /// The files that limit money, and whether this user can change them.
    var limiting: [(file: String, isOwn: Bool)] = []
    /// What is to be said of the files that the service reads.
    var remarks: [ServiceFiles.Remark] = []
}

struct UserFacts: Hashable, Sendable {
    let name: String
    let isRoot: Bool
    /// The groups in force for this process.
    let groups: Set<String>
    /// The groups that the account will have after the next login; nil for a group that does not exist.
    let accountGroups: Set<String>
    var tillGroupExists = true
}

/// A configured device, or the one used last.
struct DeviceFacts: Sendable {
    enum State: Sendable {
        /// A payment runs on the device, so the device was left alone.
        case claimed
        /// The device's line cannot be opened.
        case obstacle(Failure, access: LineAccess?, holder: LineHolder?)
        /// The device is a printer with the address of this card terminal, so it was left alone.
        case shared(with: DeviceAddress)
        /// The device's line can be opened.
        case open(Answer)
    }

    enum Answer: Sendable {
        case notAsked
        case terminal(TerminalState)
        case printer(PrinterStatus)
        case failed(Failure)
    }

    let kind: DeviceIdentity.Kind
    let name: String?
    let address: DeviceAddress
    /// Whether a payment would use the device; findings about other devices are only warnings.
    let isUsual: Bool
    let state: State
    /// The terminal's profile, if it is known.
    var profile: StoredProfile?
    /// The last id that the terminal told, now or earlier.
    var terminalID: String?
    /// Whether receipts of payments come out of the device by themselves: of a terminal those of its own payments.
    var printsReceipts = false
    /// Whether the logo was stored in the printer; nil if it should not be.
    var keepsLogo: Bool?
    /// Whether the device is a USB printer whose ids belong to no known model, and for which no model is configured.
    var isOfUnknownModel = false
    /// The speed at which a printer on a serial line answers, if it does not at the configured one.
    var answersAt: SerialSettings.Baud?

    /// Whether the device's line can be opened and nothing answers.
    var isSilent: Bool {
        switch state {
        case .open(.printer(let status)): status == PrinterStatus()
        case .open(.failed(let failure)):
            failure.is(PrinterFailure.noAnswer) || failure.is(PrinterFailure.notAPrinter)
        case .open(.notAsked), .open(.terminal), .claimed, .obstacle, .shared: false
        }
    }

    /// Whether this user may not use the device.
    var isForbidden: Bool {
        guard case .obstacle(let failure, _, _) = state else { return false }
        return failure.is(LineFailure.permission) || failure.is(PrinterFailure.permission)
    }
}

/// A USB serial adapter that is plugged in.
struct USBLineFacts: Hashable, Sendable {
    let path: String
    let group: String?
    /// Whether udev's database tells ModemManager to leave the adapter alone.
    let isIgnoredByModemManager: Bool
}

/// A USB device that could be a terminal or a printer of this till, over libusb.
struct USBDeviceFacts: Hashable, Sendable {
    let device: DeviceIdentity
    let node: String
    /// Whether this user may open the device.
    let isAccessible: Bool
    let access: LineAccess?
    /// What a printer tells about itself.
    var deviceID: PrinterDeviceID?
}

struct UdevFacts: Hashable, Sendable {
    let isRunning: Bool
    /// The installed rules file and its contents.
    let rules: Rules?

    struct Rules: Hashable, Sendable {
        let path: String
        let text: String
    }
}

enum StorageFacts: Sendable {
    /// Nothing has been stored yet.
    case none
    case failed(Failure)
    case open(OpenStorageFacts)
}

struct ClockFacts: Hashable, Sendable {
    let now: Date
    /// When the journal was last written to.
    var lastEntry: Date?
    /// When this program was built: a clock that shows an earlier time is wrong.
    var builtAt: Date?
    /// Whether the clock is synchronised; nil if that cannot be told.
    var isSynchronised: Bool?
    /// Whether a program that could keep the clock right is installed.
    var hasTimeService = true
    let zone: TimeZone
    var isZoneConfigured = false
}
