import Flow
import Model
import Testing

@testable import Transports

@Suite("Addresses of USB devices")
struct USBAddressTests {
    private let printer = USBDevice(
        vendor: 0x04B8, product: 0x0E15, port: "1-2.3", manufacturer: "EPSON", name: "TM-T20II",
        serialNumber: "J4 7&8=%")

    private func read(_ text: String) throws -> USBAddress { try USBAddress(of: #require(DeviceAddress(text))) }

    @Test func vendorAndProductAreEnoughWhereThereIsOneDevice() throws {
        #expect(try read("usb:04b8:0e15") == USBAddress(vendor: 0x04B8, product: 0x0E15))
        #expect(try read("usb:4B8:E15").isMet(by: printer))
    }

    @Test func aSerialNumberIsTheMostLastingNameAndSurvivesEveryCharacter() throws {
        let address = USBAddress(of: printer, among: [printer]).deviceAddress
        #expect(address.options["port"] == nil)
        #expect(try read(address.description).serialNumber == "J4 7&8=%")
        #expect(try read(address.description).isMet(by: printer))
    }

    @Test func aDeviceWithoutASerialNumberIsNamedByItsSocket() {
        var nameless = printer
        nameless.serialNumber = nil
        #expect(USBAddress(of: nameless, among: [nameless]).deviceAddress.description == "usb:04b8:0e15?port=1-2.3")
        nameless.serialNumber = ""
        #expect(USBAddress(of: nameless, among: [nameless]).port == "1-2.3")
    }

    @Test func devicesThatAreAlikeAreToldApartByTheirSockets() {
        var twin = printer
        twin.port = "1-3"
        var other = printer
        (other.port, other.serialNumber) = ("1-4", "J5")
        let devices = [printer, twin, other]
        #expect(devices.map { USBAddress(of: $0, among: devices).port } == ["1-2.3", "1-3", nil])
        #expect(devices.allSatisfy { devices.filter(USBAddress(of: $0, among: devices).isMet) == [$0] })
    }

    @Test func anotherSocketOrSerialNumberIsAnotherDevice() throws {
        #expect(try !read("usb:04b8:0e15?port=1-2").isMet(by: printer))
        #expect(try !read("usb:04b8:0e15?serial=J4").isMet(by: printer))
        #expect(try !read("usb:04b8:0e16").isMet(by: printer))
    }

    @Test(arguments: [
        "usb:", "usb:04b8", "usb:04b8:", "usb:04b8:0e15:1", "usb:+4b8:0e15", "usb:04b80:e15", "serial:04b8:0e15",
    ])
    func whatIsNoAddressIsRefusedWithAnExample(_ text: String) throws {
        let failure = #expect(throws: Failure.self) { try read(text) }
        #expect(failure?.code == "line.badAddress")
        #expect(failure?.remedy?.contains("usb:04b8:0e15") == true)
    }

    @Test func anUnknownOptionIsNamedBesideThoseThereAre() throws {
        let failure = #expect(throws: Failure.self) { try read("usb:04b8:0e15?sreial=1") }
        #expect(failure?.code == "line.badOption")
        #expect(failure?.sentence.contains("sreial") == true)
    }
}
