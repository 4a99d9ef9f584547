import Model
import Testing

@testable import Configuration

@Suite struct ConfigurationProblemTests {
    /// What differs between the languages is everything but names, values and the place.
    @Test(arguments: [
        "[shop]\nlangauge = \"de\"", "[policy]\ngive_up_after = \"soon\"", "shop = 3", "[readers]\nname = \"a\"",
        "[printer]", "[shop", "[shop]\nname = \"a", "[shop]\nname = ", "[shop]\nname = a", "[shop]\nfooter = [1]",
        "[shop]\nname = \"\\q\"", "[shop]\ntax_id = \"DE1\"", "[policy]\nend_of_day = \"manuel\"",
        "[[readers]]\nname = \"a\"", "[[readers]]\nname = \"a b\"\naddress = \"file:/a\"",
        "[[printers]]\nname = \"a\"\naddress = \"file:/a\"\nbaud = 9600\nbuzzer = 1",
        "[shop]\nname = \"a\"\nname = \"b\"", "[shop]\ncurrency = \"EURO\"", "[recorder]\nsize = -1",
    ])
    func aMistakeIsToldInTheOperatorsLanguage(text: String) {
        let problems = read(text).problems
        #expect(!problems.isEmpty)
        for problem in problems {
            let told = OperatorLanguage.allCases.map { problem.report.text(in: $0) }
            #expect(Set(told).count == told.count, "\(told)")
            let place = problem.origin.description
            #expect(told.allSatisfy { $0.hasPrefix(place) && !$0.contains("{") }, "\(told)")
            #expect(problem.report.text(in: .en) == problem.line)
        }
    }

    @Test func aMarkOfTheByteOrderBeforeAFileIsPassedOver() {
        let marked = read("\u{FEFF}[shop]\ncurrency = \"CHF\"")
        #expect(marked.lines.isEmpty && marked.configuration.shop.currency.code == "CHF")
        #expect(read("\u{FEFF}[shp]").lines == ["till.toml:1:2: error: there is no table shp; did you mean shop?"])
        #expect(!read("[shop]\n\u{FEFF}currency = \"CHF\"").lines.isEmpty, "elsewhere it is a mistake")
    }

    @Test func aCardNumberIsMaskedInEveryLanguage() {
        let problems = read("[shop]\n\"4111 1111 1111 1111\" = 1").problems
        #expect(problems.count == 1)
        for language in OperatorLanguage.allCases {
            #expect(problems.allSatisfy { !$0.report.text(in: language).contains("4111 1111 1111 1111") })
        }
    }

    @Test func allProblemsAreToldAtOnceEachWithItsPlace() {
        let text = """
            [shop]
            langauge = "de"
            currency = "EURO"

            [policy]
            give_up_after = "soon"

            [printer]
            """
        #expect(
            read(text).lines == [
                "till.toml:2:1: error: shop has no option langauge; did you mean language?",
                "till.toml:3:12: error: currency takes the three letters of a currency of ISO 4217, not \"EURO\"",
                "till.toml:6:17: error: give_up_after takes a whole number from 1 to 86400 seconds, not \"soon\"",
                "till.toml:8:2: error: there is no table printer; did you mean printers?",
            ])
    }

    @Test(arguments: [
        (
            "[policy]\nend_of_day = \"manuel\"",
            "till.toml:2:14: error: end_of_day takes \"manual\" or \"when-demanded\", not \"manuel\"; did you mean manual?"
        ),
        (
            "[policy]\ngive_up_after = 0",
            "till.toml:2:17: error: give_up_after takes a whole number from 1 to 86400 seconds, not 0"
        ),
        (
            "[policy]\ngive_up_after = 1.5",
            "till.toml:2:17: error: give_up_after takes a whole number from 1 to 86400 seconds, not such a number"
        ),
        (
            "[shop]\nname = \"a\\u001bb\"",
            "till.toml:2:8: error: name takes text of 1 to 100 characters, not \"a\\u001bb\""
        ),
        (
            "[shop]\ntime_zone = \"Berlin\"",
            "till.toml:2:13: error: time_zone takes a time zone of the IANA database, like \"Europe/Berlin\", not \"Berlin\""
        ),
        ("[shop]\ntax_id = \"DE1\"", "till.toml:2:10: error: tax_id is given, and the seller's name is not"),
        ("shop = 3", "till.toml:1:1: error: shop is a table: begin it with [shop], not with 3"),
        (
            "[readers]\nname = \"a\"",
            "till.toml:1:2: error: there may be several readers: write [[readers]] in two brackets"
        ),
        (
            "[policy]\nreader = \"fornt\"\n[[readers]]\nname = \"front\"\naddress = \"serial:/a\"",
            "till.toml:2:10: error: there is no reader called fornt; did you mean front?"
        ),
    ])
    func aValueThatIsNoneIsRefusedInItsPlace(text: String, line: String) {
        #expect(read(text).lines == [line])
    }

    @Test(arguments: [
        (
            "name = \"front desk\"\naddress = \"serial:/a\"",
            "till.toml:2:8: error: a name is made of letters from a to z, digits and dashes, not \"front desk\""
        ),
        (
            "name = \"usual\"\naddress = \"serial:/a\"",
            "till.toml:2:8: error: \"usual\" is the word for the usual device, so no device can be called that"
        ),
        ("address = \"serial:/a\"", "till.toml:1:1: error: one of readers has no name"),
        ("name = \"a\"", "till.toml:1:1: error: readers.a has no address"),
        (
            "name = \"a\"\naddress = \"usb:/a\"",
            "till.toml:3:11: error: usb:/a is not the address of a USB device. write it as usb:04b8:0e15, the numbers that lsusb shows"
        ),
        (
            "name = \"a\"\naddress = \"serial:ttyS0\"",
            "till.toml:3:11: error: address is written serial:/… or usb:VID:PID or tcp:HOST, not \"serial:ttyS0\""
        ),
        (
            "name = \"a\"\naddress = \"serial:/a\"\nbaud = 9601",
            "till.toml:4:8: error: baud takes 9600, 19200, 38400, 57600, 115200 baud, not 9601"
        ),
        (
            "name = \"a\"\naddress = \"serial:/a?baud=9600\"\nbaud = 9600",
            "till.toml:3:11: error: the address says baud as well: say it once"
        ),
        (
            "name = \"a\"\naddress = \"serial:/a?parity=even\"",
            "till.toml:3:11: error: A serial line has no option parity. leave it out; there are: baud, stop"
        ),
        ("name = \"a\"\naddress = \"simulated:\"\nbaud = 9600", "till.toml:4:8: error: baud is for serial lines only"),
        ("name = \"a\"\naddress = \"tcp:host\"\nbaud = 9600", "till.toml:4:8: error: baud is for serial lines only"),
        (
            "name = \"a\"\naddress = \"serial:/a\"\nconnection = \"kept\"",
            "till.toml:4:14: error: connection is for the network only"
        ),
        (
            "name = \"a\"\naddress = \"tcp:host\"\nconnection = \"once\"",
            "till.toml:4:14: error: connection takes \"kept\" or \"transaction\", not \"once\""
        ),
        (
            "name = \"a\"\naddress = \"tcp:host?connection=kept\"\nconnection = \"kept\"",
            "till.toml:3:11: error: the address says connection as well: say it once"
        ),
        (
            "name = \"a\"\naddress = \"tcp:host:port\"",
            "till.toml:3:11: error: tcp:host:port is not the address of a device on the network. write it as "
                + "tcp:192.168.1.20 or tcp:192.168.1.20:20007, and IPv6 as tcp:[fe80::1%eth0]"
        ),
    ])
    func aReaderThatCannotBeIsRefused(text: String, line: String) {
        #expect(read("[[readers]]\n" + text).lines == [line])
    }

    @Test(arguments: [
        (
            "serial:/a?proof=procss",
            "proof takes \"status\" or \"process\", not \"procss\"; did you mean process?"
        ),
        ("file:/a?profle=generic-58mm", "the address of a file has no option profle; did you mean profile?"),
        ("file:/a?baud=9600", "the address of a file has no option baud"),
        (
            "serial:/a?profle=generic-58mm",
            "A serial line has no option profle. leave it out; there are: baud, stop, handshake"
        ),
    ])
    func anOptionWithinAPrintersAddressIsCheckedToo(address: String, sentence: String) {
        let text = "[[printers]]\nname = \"a\"\naddress = \"\(address)\""
        #expect(read(text).lines == ["till.toml:3:11: error: \(sentence)"])
    }

    @Test(arguments: ["serial:/a?baud=9600&proof=process&profile=generic-58mm", "file:/a?profile=generic-80mm"])
    func anAddressMaySayOfThePrinterWhatItsOptionsSay(address: String) {
        #expect(DeviceAddress(address)?.printerMistake == nil)
        #expect(read("[[printers]]\nname = \"a\"\naddress = \"\(address)\"").lines == [])
    }

    @Test func twoReadersOfOneNameAndTwoOnOneLineAreRefused() {
        let text = """
            [[readers]]
            name = "a"
            address = "serial:/dev/x"
            [[readers]]
            name = "a"
            address = "serial:/dev/y"
            [[readers]]
            name = "b"
            address = "serial:/dev/x?baud=9600"
            """
        #expect(
            read(text).lines == [
                "till.toml:5:8: error: there is another of readers called a",
                "till.toml:9:11: error: a is on /dev/x already",
            ])
    }

    @Test func aPrinterWhereACardTerminalIsIsRefused() {
        let text = """
            [policy]
            printer = "tcp:host:20007"
            [[readers]]
            name = "a"
            address = "serial:/dev/x"
            baud = 9600
            [[readers]]
            name = "net"
            address = "tcp:host"
            [[printers]]
            name = "b"
            address = "serial:/dev/x?baud=115200"
            [[printers]]
            name = "c"
            address = "file:/dev/x"
            [[printers]]
            name = "d"
            address = "tcp:host"
            """
        #expect(
            read(text).lines == [
                "till.toml:2:11: error: the card terminal net is at tcp:host already",
                "till.toml:12:11: error: the card terminal a is at serial:/dev/x already",
                "till.toml:15:11: error: b is on /dev/x already",
                "till.toml:15:11: error: the card terminal a is at serial:/dev/x already",
            ])
    }

    @Test func twoPrintersAtOnePortOfTheNetworkAreRefused() {
        let text = """
            [[printers]]
            name = "a"
            address = "tcp:host"
            [[printers]]
            name = "b"
            address = "tcp:HOST:9100"
            """
        #expect(read(text).lines == ["till.toml:6:11: error: a is on HOST:9100 already"])
    }

    @Test func moreReadersThanAnyTillHasAreAMistake() {
        let text = (0..<100).map { "[[readers]]\nname = \"a\($0)\"\naddress = \"serial:/dev/\($0)\"\n" }.joined()
        #expect(read(text).lines == ["till.toml:1:3: error: there are more than 64 readers"])
    }

    @Test func aPasswordInTheFileIsRefusedAndNotRepeated() {
        let text = "[[readers]]\nname = \"a\"\naddress = \"serial:/a\"\npassword = \"424242\""
        let lines = read(text).lines
        #expect(lines.count == 1)
        #expect(
            lines.first?.hasPrefix("till.toml:4:1: error: readers has no option password; write the digits") == true)
        #expect(!lines.joined().contains("424242"))
    }

    /// People mistake `password_file` for the password itself. It then stands in a file, and must not get into a log as
    /// well.
    @Test func whatStandsInThePlaceOfAPasswordFileIsNotRepeated() {
        let reader = "[[readers]]\nname = \"a\"\naddress = \"serial:/a\"\n"
        for value in ["\"424242\"", "424242"] {
            #expect(
                read(reader + "password_file = \(value)").lines
                    == ["till.toml:4:17: error: password_file takes a path from the root"])
        }
        #expect(
            read(reader, ["TILL_READERS_A_PASSWORD_FILE": "424242"]).lines
                == ["TILL_READERS_A_PASSWORD_FILE: error: password_file takes a path from the root"])
    }

    @Test func aVariableThatIsNoOptionsIsRefused() {
        let lines = read("", ["TILL_SHOP_LANGAUGE": "de", "TILL_READERS_BACK_BAUD": "9600"]).lines
        #expect(
            lines == [
                "TILL_READERS_BACK_BAUD: error: no option has this variable",
                "TILL_SHOP_LANGAUGE: error: no option has this variable; did you mean TILL_SHOP_LANGUAGE?",
            ])
    }

    @Test func aWrongValueInAVariableIsNamedAfterIt() {
        let lines = read("", ["TILL_RECORDER_SIZE": "soon"]).lines
        #expect(
            lines == [
                "TILL_RECORDER_SIZE: error: size takes a whole number from 0 to 256 MB, not \"soon\""
            ])
    }

    // MARK: Text that is not TOML

    @Test func aBrokenLineIsToldWithItsPlace() {
        let lines = read("[shop]\nname = \"a\nlanguage = \"de\"\n").lines
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("till.toml:2:") == true)
        #expect(lines.first?.contains("does not end on its line") == true)
    }

    @Test func aFileInAnotherEncodingIsToldWithItsPlace() {
        let bytes = Array("[shop]\n# Gr".utf8) + [0xF6, 0xDF]
        let read = TillConfiguration.read([("till.toml", bytes)], environment: [:])
        #expect(read.lines == ["till.toml:2:5: error: this is not UTF-8 text"])
    }

    @Test func aFileWithANulIsRefused() {
        #expect(read("[shop]\n\0langauge = 1").lines == ["till.toml:2:1: error: a key is missing here"])
        #expect(read("[shop]\nname = \"a\\u0000b\"").lines.count == 1)
    }

    @Test func aFileThatIsTooLongIsRefused() {
        let bytes = [UInt8](repeating: UInt8(ascii: "#"), count: ConfigurationDocument.longest + 1)
        #expect(TillConfiguration.read([("till.toml", bytes)], environment: [:]).problems.count == 1)
    }

    /// Reading a damaged file always ends, either with problems or with a configuration.
    @Test func noDamageToAFileEndsTheProgram() {
        let sound = Array(
            "[shop]\nname = 'a'\nfooter = [\"b\", \"\"\"c\n\"\"\"]\n[[readers]]\nname=\"x\"\naddress=\"serial:/a\"\n"
                .utf8)
        let signs = Array("\"'[]{}=.#\\\n,0a\u{7F}".utf8) + [0, 0xC3, 0xFF]
        for index in sound.indices {
            for sign in signs {
                var damaged = sound
                damaged[index] = sign
                let replaced = TillConfiguration.read([("till.toml", damaged)], environment: [:])
                damaged.insert(sound[index], at: index)
                let inserted = TillConfiguration.read([("till.toml", damaged)], environment: [:])
                #expect((replaced.problems + inserted.problems).allSatisfy { $0.line.hasPrefix("till.toml:") })
            }
        }
    }
}
