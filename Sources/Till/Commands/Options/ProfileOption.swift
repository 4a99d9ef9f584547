import ArgumentParser
import ESCPOS

/// The printer model for which bytes are read or written: equal bytes print different characters on different models.
struct ProfileOption: ParsableArguments {
    @Option(
        name: .customLong("profile"),
        help: ArgumentHelp(
            "The profile of the printer that the bytes are for (docs/printers.md).", valueName: "profile"))
    var name = PrinterProfile.generic80.name

    func validate() throws {
        guard PrinterProfile.named(name) != nil else {
            let names = PrinterProfile.all.map(\.name).joined(separator: ", ")
            throw ValidationError("--profile is one of \(names).")
        }
    }

    var profile: PrinterProfile { .named(name) ?? .generic80 }
}
