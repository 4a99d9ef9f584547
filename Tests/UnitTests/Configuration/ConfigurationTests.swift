import Foundation
import Model
import Readers
import Testing

@testable import Configuration

/// Reads the text as a file called `till.toml`.
func read(_ text: String, _ environment: [String: String] = [:]) -> ReadConfiguration {
    TillConfiguration.read([("till.toml", Array(text.utf8))], environment: environment)
}

extension ReadConfiguration {
    var lines: [String] { problems.map(\.line) }
}

@Suite struct ConfigurationTests {
    private static let whole = """
        [shop]
        name = "Eisdiele Süß"
        address = ["Am Markt 1", "50667 Köln"]
        tax_id = "DE999"
        footer = ["Bis bald!"]
        language = "de"
        currency = "CHF"
        time_zone = "Europe/Berlin"

        [policy]
        give_up_after = 90
        reader = "back"

        [[readers]]
        name = "front"
        address = "serial:/dev/ttyUSB0"

        [[readers]]
        name = "back"
        address = "serial:/dev/ttyUSB1"
        baud = 115200
        stop_bits = 1
        receipt_columns = 48
        answer_timeout = 45
        goods_waits = 4

        [[printers]]
        name = "counter"
        address = "serial:/dev/ttyUSB2"
        baud = 38400
        profile = "generic-58mm"
        proof = "process"
        copies = ["customer"]
        """

    @Test func withoutAnyFileTheDefaultsHold() {
        let read = TillConfiguration.read([], environment: [:])
        #expect(read.lines == [])
        #expect(read.configuration.shop.merchant == nil)
        #expect(read.configuration.shop.language == "en")
        #expect(read.configuration.shop.currency == .eur)
        #expect(read.configuration.policy.giveUpAfterSeconds == 300)
        #expect(read.configuration.usualTerminal == nil)
        #expect(read.configuration.usualPrinter == nil)
        #expect(read.options.allSatisfy { $0.origin == .builtIn })
    }

    /// When someone removes the variable, the till must still start.
    @Test func whatAFileSaysIsCheckedAlsoWhereAVariableOverrulesIt() {
        let file = (name: "till.toml", bytes: Array("[recorder]\nsize = 257\n[shop]\nlanguage = \"de\"\n".utf8))
        let read = TillConfiguration.read([file], environment: ["TILL_RECORDER_SIZE": "5"])
        #expect(read.lines.count == 1)
        #expect(
            read.lines.first?.contains("till.toml:2:8: error: size takes a whole number from 0 to 256") == true)
        let fine = TillConfiguration.read([file], environment: ["TILL_SHOP_LANGUAGE": "fr"])
        #expect(fine.lines.count == 1 && fine.configuration.shop.language == "fr")
    }

    @Test func theLargestPaymentHasADefaultForEachCurrency() throws {
        func largest(_ file: String, _ code: String) throws -> Int64 {
            let currency = try #require(Currency(code: code))
            return TillConfiguration.read([(name: "till.toml", bytes: Array(file.utf8))], environment: [:])
                .configuration.largestPayment(in: currency)
        }
        #expect(try largest("", "EUR") == 1_000_000)
        #expect(try largest("", "HUF") == 100_000_000)
        #expect(try largest("", "JPY") == 1_000_000)
        let set = "[shop]\ncurrency = \"JPY\"\n[policy]\nlargest_payment = 300000\n"
        #expect(try largest(set, "JPY") == 300_000)
        #expect(try largest(set, "EUR") == 1_000_000)
    }

    @Test func everyOptionOfTheShopIsRead() {
        let read = read(Self.whole)
        #expect(read.lines == [])
        let shop = read.configuration.shop
        #expect(
            shop.merchant
                == Receipt.Merchant(name: "Eisdiele Süß", address: ["Am Markt 1", "50667 Köln"], taxID: "DE999"))
        #expect(shop.footer == ["Bis bald!"])
        #expect(shop.language == "de")
        #expect(shop.currency.code == "CHF")
        #expect(shop.timeZone?.identifier == "Europe/Berlin")
        #expect(read.configuration.policy.giveUpAfterSeconds == 90)
    }

    @Test func aReadersLineAndManners() throws {
        let configuration = read(Self.whole).configuration
        let back = try #require(configuration.terminalAddress("back"))
        #expect(back.description == "serial:/dev/ttyUSB1")
        #expect(configuration.terminalLine(back).description == "serial:/dev/ttyUSB1?baud=115200&stop=1")
        #expect(configuration.terminalSettings(at: back).printerColumns == 48)
        #expect(configuration.terminalSettings(at: back).answerTimeoutSeconds == 45)
        #expect(configuration.terminalSettings(at: back).longestWait == 4)
        let front = try #require(configuration.terminalAddress("front"))
        #expect(configuration.terminalLine(front) == front)
        #expect(configuration.terminalSettings(at: front) == TerminalSettings())
    }

    @Test func whatAnAddressSaysItselfIsNotOverruled() throws {
        let configuration = read(Self.whole).configuration
        let slow = try #require(DeviceAddress("serial:/dev/ttyUSB1?baud=9600"))
        #expect(configuration.terminalLine(slow).options == ["baud": "9600", "stop": "1"])
    }

    @Test func aPrintersLineItsModelAndItsCopies() throws {
        let configuration = read(Self.whole).configuration
        let counter = try #require(configuration.printerAddress("counter"))
        #expect(
            configuration.printerLine(counter).options
                == ["baud": "38400", "profile": "generic-58mm", "proof": "process"])
        #expect(configuration.copies(printedAt: counter) == [.customer])
        #expect(configuration.copies(printedAt: DeviceAddress(scheme: "file", path: "/x")) == ReceiptCopy.allCases)
    }

    @Test func thePolicyNamesTheUsualReaderAndTheFirstPrinterIsUsual() {
        let configuration = read(Self.whole).configuration
        #expect(configuration.usualTerminal?.path == "/dev/ttyUSB1")
        #expect(configuration.usualPrinter?.path == "/dev/ttyUSB2")
    }

    @Test func theEnvironmentOverridesAFileAndSaysSo() throws {
        let read = read(
            Self.whole,
            [
                "TILL_SHOP_LANGUAGE": "en", "TILL_RECORDER_SIZE": "7", "TILL_READERS_BACK_BAUD": "9600",
                "TILL_SHOP_ADDRESS": "Am Markt 2|50667 Köln", "TILL_CONFIG": "/x", "HOME": "/root",
            ])
        #expect(read.lines == [])
        #expect(read.configuration.shop.language == "en")
        #expect(read.configuration.shop.merchant?.address == ["Am Markt 2", "50667 Köln"])
        #expect(read.configuration.recorder.megabytes == 7)
        #expect(read.configuration.readers.last?.line.options["baud"] == "9600")
        let language = try #require(read.options.first { $0.key == "language" })
        #expect(language.value == #""en""#)
        #expect(language.origin == .variable("TILL_SHOP_LANGUAGE"))
    }

    @Test func aLaterFileGoesOverAnEarlierOneAndAddsDevices() {
        let read = TillConfiguration.read(
            [
                ("till.toml", Array(Self.whole.utf8)),
                (
                    "conf.d/10.toml",
                    Array("[shop]\nlanguage = \"en\"\n[[readers]]\nname = \"third\"\naddress = \"serial:/dev/x\"".utf8)
                ),
            ], environment: [:])
        #expect(read.lines == [])
        #expect(read.configuration.shop.language == "en")
        #expect(read.configuration.shop.merchant?.name == "Eisdiele Süß")
        #expect(read.configuration.readers.map(\.name) == ["front", "back", "third"])
    }

    @Test func everyOptionIsToldWithItsPlace() {
        let read = read(Self.whole)
        let told = Set(read.options.map { "\($0.table).\($0.key)" })
        for table in OptionTable.allCases where !table.isList {
            for option in table.options { #expect(told.contains("\(table).\(option.key)")) }
        }
        for option in OptionTable.readers.options { #expect(told.contains("readers.back.\(option.key)")) }
        for option in OptionTable.printers.options { #expect(told.contains("printers.counter.\(option.key)")) }
        let origin = read.options.first { $0.table == "readers.back" && $0.key == "baud" }?.origin
        #expect(origin?.description == "till.toml:21:8")
    }
}
