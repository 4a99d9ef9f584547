import ESCPOS
import Model
import Transports

/// What a printer does for a receipt in addition to printing its lines.
package struct PrinterExtras: Hashable, Sendable {
    /// The key of the logo in the printer's memory; nil when the logo is sent with each receipt.
    package var logoKey: String?
    /// The cash drawer that opens with a receipt, counted from 1; nil for none.
    package var drawer: Int?
    /// Whether the buzzer sounds with a receipt.
    package var buzzes = false
    /// Whether missing characters are downloaded to the printer; nil for the profile's default.
    package var takesCharacters: Bool?

    package init() {}
}

extension TillConfiguration {
    /// The extras of the printer at an address; none when nothing is configured.
    package func extras(ofPrinterAt address: DeviceAddress) -> PrinterExtras {
        printer(at: address)?.extras ?? PrinterExtras()
    }

    /// The profile of the printer at an address: the configured one, or that of `profile=` in the address, else the one for
    /// its USB numbers, else the generic profile of 80 mm.
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

    /// The profile for the printer's USB numbers; nil without USB numbers or when they are unknown.
    package var profileOnUSB: PrinterProfile? {
        guard scheme == "usb", let its = try? USBAddress(of: DeviceAddress(scheme: scheme, path: path)) else {
            return nil
        }
        return PrinterProfile.onUSB(PrinterProfile.USBName(its.vendor, its.product))
    }
}

extension Section {
    /// Reports extras that the printer's profile does not support.
    mutating func takeExtras(of profile: PrinterProfile, _ environment: [String: String]) -> PrinterExtras {
        var extras = PrinterExtras()
        extras.logoKey = take(PrinterOptions.logoKey, environment)
        extras.drawer = take(PrinterOptions.drawer, environment)
        extras.buzzes = take(PrinterOptions.buzzer, environment)
        extras.takesCharacters = take(PrinterOptions.userCharacters, environment)
        if extras.logoKey != nil, profile.graphics != .stored {
            refuse(Sentence("config.keepsNoLogo", ["profile": profile]), at: origin(of: PrinterOptions.logoKey.key))
        }
        if let drawer = extras.drawer, PrinterOrder.openDrawer(drawer).bytes(for: profile) == nil {
            let mistake =
                profile.drawers == 0
                ? Sentence("config.noDrawer", ["profile": profile])
                : Sentence("config.oneDrawer", ["profile": profile])
            refuse(mistake, at: origin(of: PrinterOptions.drawer.key))
        }
        if extras.buzzes, PrinterOrder.buzz.bytes(for: profile) == nil {
            refuse(Sentence("config.noBuzzer", ["profile": profile]), at: origin(of: PrinterOptions.buzzer.key))
        }
        return extras
    }
}
