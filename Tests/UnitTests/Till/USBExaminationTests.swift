import Failures
import Flow
import Hardware
import Model
import Readers
import Testing

@testable import Till
@testable import Transports

@Suite struct USBExaminationTests {
    private let address = DeviceAddress(scheme: "usb", path: "04b8:0e15", options: ["serial": "J2NG001122"])

    private func plugged(
        _ kind: DeviceIdentity.Kind = .printer, at address: DeviceAddress? = nil, serialNumber: String? = nil,
        isAccessible: Bool = true
    ) -> USBDeviceFacts {
        USBDeviceFacts(
            device: DeviceIdentity(
                kind: kind, address: address ?? self.address, model: "EPSON TM-T20II", serialNumber: serialNumber),
            node: "/dev/bus/usb/001/004",
            isAccessible: isAccessible, access: LineAccess(owner: "root", group: "root", mode: 0o664))
    }

    private func missing(_ others: [USBDeviceFacts]) throws -> Finding {
        let failure = Failure(LineFailure.notFound, "There is no USB device.", recovery: .askOperator)
        return try Machine.trouble { facts in
            facts.usbDevices = others
            facts.devices[1] = DeviceFacts(
                kind: .printer, name: nil, address: DeviceAddress(scheme: "usb", path: "04b8:0202"), isUsual: true,
                state: .obstacle(failure, access: nil, holder: nil))
        }
    }

    @Test func whatIsPluggedInIsSaidWithItsUseAndItsAddress() {
        var facts = Machine.sound
        facts.usbDevices = [plugged(), plugged(.terminal)]
        let sentences = Examination(facts: facts).findings.filter { $0.code == "usb" }.map(\.sentence)
        #expect(
            sentences == [
                "EPSON TM-T20II is a receipt printer: usb:04b8:0e15?serial=J2NG001122.",
                "EPSON TM-T20II is a serial line, as terminals are: usb:04b8:0e15?serial=J2NG001122.",
            ])
    }

    /// A device id such as `MFG:ZEBRA;CMD:…;MDL:ZD220;` after its length.
    private func saying(_ commands: String) -> USBDeviceFacts {
        let text = Array("MFG:ZEBRA;CMD:\(commands);MDL:ZD220;".utf8)
        var facts = plugged()
        facts.deviceID = PrinterDeviceID(answer: [0, UInt8(text.count + 2)] + text)
        return facts
    }

    @Test func aPrinterThatSaysItUnderstandsSomethingElseIsAWarning() throws {
        let trouble = try Machine.trouble { $0.usbDevices = [saying("ZPL,EPL2")] }
        #expect(trouble.code == "usb.language")
        #expect(trouble.sentence.hasSuffix("It says that it understands ZPL, EPL2, and not ESC/POS."))
        #expect(Machine.troubles { $0.usbDevices = [saying("ESC/POS")] }.isEmpty)
        #expect(Machine.troubles { $0.usbDevices = [saying("ITS-OWN")] }.isEmpty)
    }

    @Test func whatIsPluggedInOnUSBIsToBeNamedWhereNothingIsConfigured() {
        let reader = DeviceAddress.neo2(on: DeviceAddress(scheme: "usb", path: "0acd:3530"))
        let troubles = Machine.troubles { facts in
            (facts.devices, facts.usbLines) = ([], [])
            facts.usbDevices = [plugged(), plugged(.terminal, at: reader)]
        }
        #expect(
            troubles.map(\.sentence) == [
                "No card terminal is configured. Plugged in: usb:0acd:3530?protocol=neo2&acquirer=NAME.",
                "No receipt printer is configured. Plugged in: \(address).",
            ])
        #expect(troubles.last?.remedy?.hasSuffix("--printer '\(address)'") == true)
    }

    @Test func twoThatOnlyTheirSocketsTellApartAreAWarningEach() {
        func twin(_ port: String, _ serialNumber: String) -> USBDeviceFacts {
            plugged(
                at: DeviceAddress(
                    scheme: "usb", path: "04b8:0e15", options: ["serial": serialNumber, "port": port]),
                serialNumber: serialNumber)
        }
        let troubles = Machine.troubles { $0.usbDevices = [twin("1-1", "1"), twin("1-2", "1"), twin("1-3", "2")] }
        #expect(troubles.map(\.code) == ["usb.alike", "usb.alike"])
        #expect(troubles.last?.sentence.contains("usb:04b8:0e15?port=1-2&serial=1") == true)
    }

    @Test func thePrintSystemTakesAPrinterThatNobodyHasNamedYet() throws {
        let trouble = try Machine.trouble { facts in
            facts.processes = ["cupsd"]
            facts.usbDevices = [plugged()]
        }
        #expect(trouble.code == "meddler.cups")
        #expect(trouble.sentence.contains("\(address)"))
    }

    @Test func aDeviceThatMayNotBeOpenedNeedsOurRules() throws {
        let trouble = try Machine.trouble { $0.usbDevices = [plugged(isAccessible: false)] }
        #expect(trouble.code == "usb.permission")
        #expect(trouble.sentence.contains("/dev/bus/usb/001/004 (root:root with mode 664)"))
        #expect(trouble.remedy == Examination.installRules)
    }

    @Test func withoutUdevTheNodeItselfIsChanged() throws {
        let troubles = Machine.troubles { facts in
            facts.usbDevices = [plugged(isAccessible: false)]
            facts.udev = UdevFacts(isRunning: false, rules: nil)
        }
        let trouble = try #require(troubles.first { $0.code == "usb.permission" })
        #expect(trouble.remedy == "sudo chgrp till /dev/bus/usb/001/004 && sudo chmod 660 /dev/bus/usb/001/004")
    }

    @Test func aPrinterThatIsNotThereIsLookedForAmongThoseThatAre() throws {
        #expect(try missing([]).remedy == "plug it in and switch it on; lsusb shows it then")
        #expect(try missing([plugged()]).remedy?.contains("usb:04b8:0e15?serial=J2NG001122") == true)
        #expect(try missing([plugged(.terminal)]).remedy == "plug it in and switch it on; lsusb shows it then")
    }

    @Test func qzTray415_thePrintSystemTakesPrintersOnUSBToo() throws {
        let trouble = try Machine.trouble { facts in
            facts.processes = ["cupsd"]
            facts.devices[1] = DeviceFacts(
                kind: .printer, name: nil, address: address, isUsual: true,
                state: .open(.printer(PrinterStatus(paper: .ok))))
        }
        #expect(trouble.code == "meddler.cups")
    }

    @Test func ofAPrinterThatCouldBeAnyTheProfileIsToBeNamed() throws {
        let trouble = try Machine.trouble { facts in
            facts.devices[1] = DeviceFacts(
                kind: .printer, name: nil, address: address, isUsual: true,
                state: .open(.printer(PrinterStatus(paper: .ok))), isOfUnknownModel: true)
        }
        #expect(trouble.code == "printer.model" && trouble.severity == .warning)
        #expect(trouble.remedy?.contains("profile") == true)
    }

    @Test func whatHoldsAPrinterForThePrintSystemIsEndedWithIt() throws {
        let failure = Failure(LineFailure.busy, "It is in use.", recovery: .askOperator)
        let trouble = try Machine.trouble { facts in
            facts.devices[1] = DeviceFacts(
                kind: .printer, name: nil, address: address, isUsual: true,
                state: .obstacle(failure, access: nil, holder: LineHolder(process: 7, name: "usb")))
        }
        #expect(trouble.remedy == "sudo systemctl disable --now cups.service cups.socket")
    }
}
