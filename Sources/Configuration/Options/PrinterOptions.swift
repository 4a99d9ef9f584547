import ESCPOS
import Model
import Transports

enum PrinterOptions {
    static let handshake = Option(
        "handshake", Takes<String>.oneOf(SerialSettings.Handshake.allCases.map(\.rawValue)), unset: "none",
        "How a printer on a serial line says that it has no room ([printers](printers.md#on-a-serial-line)).")
    static let address = Option(
        "address", .text(upTo: 300), unset: "required",
        "Where the printer is: `usb:VID:PID`, `serial:PATH`, `usblp:/dev/usb/lp0` through the kernel's driver, "
            + "`tcp:HOST[:PORT]`, port 9100 where none is named, or `file:PATH`.")
    static let profile = Option(
        "profile", .oneOf(PrinterProfile.all.map(\.name)), fallback: PrinterProfile.generic80.name,
        "What the printer can do: paper width, characters in a line, code pages, cutter. On USB many a printer's own by "
            + "itself.")
    static let proof = Option(
        "proof", .oneOf(["status", "process"]), unset: "as its profile says",
        "How the printer on a line shows that it has printed: by its status, or by `GS ( H`, which not all have."
    )
    static let copies = Option(
        "copies",
        .list(
            Sentence(
                "config.takes.ofTwo",
                [
                    "first": ConfiguredValue.quoted(ReceiptCopy.customer.rawValue),
                    "second": ConfiguredValue.quoted(ReceiptCopy.merchant.rawValue),
                ]),
            of: Takes<String>.oneOf(ReceiptCopy.allCases.map(\.rawValue)).mapped(
                Sentence("config.takes.copy"), to: { ReceiptCopy(rawValue: $0) }, from: { $0.rawValue }),
            upTo: ReceiptCopy.allCases.count),
        fallback: ReceiptCopy.allCases,
        "Whose receipts it prints by itself. What no printer prints is kept, and `till receipts print` prints it.")
    static let standIns = Option(
        "stand_ins", Takes<[String]>.list(Sentence("config.takes.printerNames"), of: .text(upTo: 32), upTo: 4),
        fallback: [],
        "Printers that take its receipts while it cannot print, the first that can. Only a receipt of which nothing has "
            + "left goes to another ([printers](printers.md#when-a-printer-cannot-print)).")

    static let logoKey = Option(
        "logo_key",
        Takes<String>.text(upTo: 2).mapped(
            Sentence("config.takes.twoLetters"),
            to: { $0.utf8.count == 2 && $0.utf8.allSatisfy(\.isLetterOrDigit) ? $0 : nil },
            from: { $0 }), unset: "the logo is sent with each receipt",
        "The name under which the printer keeps the logo, once `till printers logo` has put it there.")
    static let drawer = Option(
        "drawer", Takes<Int>.number(1...2), unset: "none is opened",
        "The drawer that is opened when it prints a receipt of an approved payment for the first time: 1 on pin 2, 2 on "
            + "pin 5 of its connector.")
    static let buzzer = Option(
        "buzzer", Takes<Bool>.flag, fallback: false, "Whether it sounds then.")
    static let userCharacters = Option(
        "user_characters", Takes<Bool>.flag, unset: "as its profile says",
        "Whether it is given the characters that it lacks (`ESC &`); else lines with them are drawn "
            + "([printers](printers.md#what-is-on-paper)).")

    static let all = [
        DeviceOptions.name.description, address.description, DeviceOptions.speed.description,
        DeviceOptions.stopBits.description, handshake.description, profile.description, proof.description,
        copies.description,
        standIns.description,
        logoKey.description, drawer.description, buzzer.description, userCharacters.description,
    ]
}
