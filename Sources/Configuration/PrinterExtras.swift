import ESCPOS
import Model
import Transports

/// What a printer does for a receipt besides printing its lines.
package struct PrinterExtras: Hashable, Sendable {
    /// Where in its own memory it keeps the logo; nil: the logo is sent with each receipt.
    package var logoKey: String?
    /// The drawer that is opened with a receipt, from 1; nil: none.
    package var drawer: Int?
    /// Whether it sounds with a receipt.
    package var buzzes = false
    /// Whether it is given the characters that it lacks; nil: as its profile says.
    package var takesCharacters: Bool?

    package init() {}
}

extension TillConfiguration {
    /// What the printer at an address does besides; nothing where nothing is configured.
    package func extras(ofPrinterAt address: DeviceAddress) -> PrinterExtras {
        printer(at: address)?.extras ?? PrinterExtras()
    }

    /// The model of the printer at an address: as configured, or named in the address with `profile=`; else the one that
    /// its numbers on USB stand for, else the usual one of 80 mm.
    package func profile(ofPrinterAt address: DeviceAddress) -> PrinterProfile {
        var profile = printerLine(address).printerProfile
        switch extras(ofPrinterAt: address).takesCharacters {
        case true?: profile.definableFonts.insert(.a)
        case false?: profile.definableFonts = []
        case nil: break
        }
        return profile
    }
}

extension DeviceAddress {
    var printerProfile: PrinterProfile {
        options[PrinterOptions.profile.key].flatMap(PrinterProfile.named) ?? profileOnUSB ?? .generic80
    }

    /// The model that its numbers on USB stand for; nil where they stand for none, or it has no numbers.
    package var profileOnUSB: PrinterProfile? {
        guard scheme == "usb", let its = try? USBAddress(of: DeviceAddress(scheme: scheme, path: path)) else {
            return nil
        }
        return PrinterProfile.onUSB(PrinterProfile.USBName(its.vendor, its.product))
    }
}

extension Section {
    /// What the printer cannot do it is not to be told.
    mutating func takeExtras(of profile: PrinterProfile, _ environment: [String: String]) -> PrinterExtras {
        var extras = PrinterExtras()
        extras.logoKey = take(PrinterOptions.logoKey, environment)
        extras.drawer = take(PrinterOptions.drawer, environment)
        extras.buzzes = take(PrinterOptions.buzzer, environment)
        extras.takesCharacters = take(PrinterOptions.userCharacters, environment)
        if extras.logoKey != nil, profile.graphics != .stored {
            refuse("a printer of profile \(profile) keeps no logo", at: origin(of: PrinterOptions.logoKey.key))
        }
        if let drawer = extras.drawer, PrinterOrder.openDrawer(drawer).bytes(for: profile) == nil {
            let has = profile.drawers == 0 ? "no drawer" : "drawer 1 only"
            refuse("a printer of profile \(profile) has \(has)", at: origin(of: PrinterOptions.drawer.key))
        }
        if extras.buzzes, PrinterOrder.buzz.bytes(for: profile) == nil {
            refuse("a printer of profile \(profile) has no buzzer", at: origin(of: PrinterOptions.buzzer.key))
        }
        return extras
    }
}
