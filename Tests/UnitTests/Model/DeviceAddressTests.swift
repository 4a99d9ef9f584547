import Foundation
import Model
import Testing

struct DeviceAddressTests {
    @Test func aSerialAddressWithOptionsIsRead() {
        let address = DeviceAddress("serial:/dev/ttyUSB0?baud=9600&stop=2")
        #expect(
            address == DeviceAddress(scheme: "serial", path: "/dev/ttyUSB0", options: ["baud": "9600", "stop": "2"]))
    }

    @Test func anAddressMayHaveNeitherOptionsNorPath() {
        #expect(DeviceAddress("file:/tmp/out") == DeviceAddress(scheme: "file", path: "/tmp/out"))
        #expect(DeviceAddress("simulated:") == DeviceAddress(scheme: "simulated", path: ""))
        #expect(DeviceAddress("serial:/dev/ttyS0?") == DeviceAddress(scheme: "serial", path: "/dev/ttyS0"))
    }

    @Test func onlyTheFirstColonEndsTheScheme() {
        #expect(DeviceAddress("tcp:192.0.2.7:20007") == DeviceAddress(scheme: "tcp", path: "192.0.2.7:20007"))
    }

    @Test func aValueMayContainAnEqualsSign() {
        #expect(DeviceAddress("file:a?b=c=d")?.options == ["b": "c=d"])
    }

    @Test(arguments: [
        "", "serial", "/dev/ttyUSB0", ":/dev/ttyUSB0", "serial:a?baud", "serial:a?baud=", "serial:a?=9600",
        "serial:a?baud=9600&baud=19200",
    ])
    func whatIsNoAddressIsRefused(_ text: String) {
        #expect(DeviceAddress(text) == nil)
    }

    @Test(arguments: ["serial:/dev/ttyUSB0?baud=9600&stop=2", "file:/tmp/out", "simulated:", "tcp:host:20007"])
    func whatIsWrittenIsReadBack(_ text: String) {
        #expect(DeviceAddress(text)?.description == text)
    }

    @Test func optionsAreWrittenInOneOrder() {
        #expect("\(DeviceAddress(scheme: "s", path: "p", options: ["b": "2", "a": "1"]))" == "s:p?a=1&b=2")
    }
}
