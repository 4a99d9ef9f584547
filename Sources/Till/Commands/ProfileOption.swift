import ArgumentParser
import ESCPOS

/// Whose bytes they are: the same ones print other letters elsewhere.
struct ProfileOption: ParsableArguments {
    @Option(
        name: .customLong("profile"), help: "The printer they are for, by its profile: it says what the bytes mean.")
    var name = PrinterProfile.generic80.name

    func validate() throws {
        guard PrinterProfile.named(name) != nil else {
            let names = PrinterProfile.all.map(\.name).joined(separator: ", ")
            throw ValidationError("--profile is one of \(names).")
        }
    }

    var profile: PrinterProfile { .named(name) ?? .generic80 }
}
