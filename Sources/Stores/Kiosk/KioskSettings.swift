import Model

/// What a till's configuration says about its kiosk, as far as the state depends on it.
package struct KioskSettings: Hashable, Codable, Sendable {
    /// What a customer can begin with.
    package enum Start: String, Hashable, Codable, Sendable, CaseIterable {
        case find, compose, both
    }

    /// How a customer can have the receipt.
    package enum Choice: String, Hashable, Codable, Sendable, CaseIterable {
        case print, email, show, none
    }

    package var start = Start.both
    /// After how long without a touch a screen asks whether somebody is there, in seconds.
    package var idleSeconds = 60
    /// How long that question stands before the kiosk begins anew, in seconds.
    package var warningSeconds = 20
    /// How long thanks are shown, in seconds.
    package var thanksSeconds = 8
    /// The suggested tips in percent; empty where no tip is asked for.
    package var tips: [Int] = []
    package var receipts = Choice.allCases
    /// Whether a machine gives the goods between the approval and the booking.
    package var givesGoods = false
    /// The languages that a customer can choose, the usual one first.
    package var languages = ["en"]

    package init() {}

    /// The most of one product in a cart.
    package static let mostQuantity = 99
    /// The most lines of a cart.
    package static let mostLines = 50
    /// The longest order number that can be typed.
    package static let longestNumber = 20
    /// The longest text that is taken from a scanner or for an e-mail address, in bytes.
    package static let longestText = 254
}
