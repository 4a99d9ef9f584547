import ESCPOS
import Model
import Testing

@testable import Configuration

/// Additional functions of a printer, such as a drawer or a logo: only those that its model has are accepted.
@Suite struct PrinterExtrasTests {
    private func printer(_ options: String, address: String = "serial:/dev/ttyS0") -> ReadConfiguration {
        read("[[printers]]\nname = \"counter\"\naddress = \"\(address)\"\n\(options)")
    }

    @Test func logoDrawerAndBuzzerAreRead() throws {
        let read = printer("profile = \"epson-tm-m30\"\nlogo_key = \"L1\"\ndrawer = 2\nbuzzer = true")
        #expect(read.lines == [])
        let extras = try read.configuration.extras(ofPrinterAt: #require(DeviceAddress("serial:/dev/ttyS0")))
        #expect(extras.logoKey == "L1" && extras.drawer == 2 && extras.buzzes)
        #expect(try read.configuration.extras(ofPrinterAt: #require(DeviceAddress("file:/a"))) == PrinterExtras())
    }

    @Test(arguments: [
        ("logo_key = \"L1\"", "a printer of profile generic-80mm keeps no logo"),
        ("logo_key = \"LOG\"", "logo_key takes two letters or digits, not \"LOG\""),
        ("drawer = 2", "a printer of profile generic-80mm has drawer 1 only"),
        ("profile = \"custom-k80\"\ndrawer = 1", "a printer of profile custom-k80 has no drawer"),
        ("buzzer = true", "a printer of profile generic-80mm has no buzzer"),
    ])
    func whatThePrinterCannotDoIsRefusedInItsPlace(options: String, complaint: String) {
        let lines = printer(options).lines
        #expect(lines.count == 1 && lines[0].hasSuffix("error: \(complaint)"), "\(lines)")
    }

    @Test func whetherItIsGivenCharactersIsItsProfilesOrSaidHere() throws {
        let address = try #require(DeviceAddress("serial:/dev/ttyS0"))
        func fonts(_ options: String) -> Set<PrinterFont> {
            printer(options).configuration.profile(ofPrinterAt: address).definableFonts
        }
        #expect(fonts("profile = \"epson-tm-t88v\"") == [.a, .b])
        #expect(fonts("profile = \"epson-tm-t88v\"\nuser_characters = true") == [.a, .b])
        #expect(fonts("profile = \"epson-tm-t88v\"\nuser_characters = false") == [])
        #expect(fonts("profile = \"epson-tm-m30\"") == [])
        #expect(fonts("profile = \"epson-tm-m30\"\nuser_characters = true") == [.a])
    }

    @Test func aPrinterOnUSBIsTheModelOfItsNumbers() throws {
        let usb = try #require(DeviceAddress("usb:04b8:0e28?serial=J1"))
        let configuration = read("").configuration
        #expect(configuration.profile(ofPrinterAt: usb).name == "epson-tm-t20iii")
        let other = try #require(DeviceAddress("usb:04b8:0e15"))
        #expect(configuration.profile(ofPrinterAt: other).name == "generic-80mm")
        #expect(printer("buzzer = true", address: "usb:04b8:0e28").lines == [])
        let named = printer("profile = \"star-escpos\"", address: "usb:04b8:0e28?serial=J1").configuration
        #expect(named.profile(ofPrinterAt: usb).name == "star-escpos")
    }
}
