import CLibUSB
import Flow
import Model
import Testing

@testable import Transports

@Suite("What USB fails with")
struct USBErrorTests {
    private static let device = USBDevice(vendor: 0x04B8, product: 0x0E15, manufacturer: "EPSON", name: "TM-T20II")

    /// Every error of libusb 1.0.26.
    private static let codes: [Int32] = Array(-12 ... -1) + [-99]

    @Test(arguments: codes) func eachOfLibusbsErrorsIsASentenceThatSaysWhatToDo(_ code: Int32) {
        let failure = USBError(code, during: .taking, of: Self.device).failure
        #expect(failure.code.hasPrefix("line."))
        #expect(failure.sentence.hasSuffix("."))
        #expect(failure.remedy?.isEmpty == false)
    }

    @Test func pythonEscpos24_whatMayNotBeOpenedNamesItsNodeItsOwnerAndTheRules() {
        let access = LineAccess(owner: "root", group: "root", mode: 0o664)
        let failure = USBError.permission(Self.device, access).failure
        #expect(
            failure.sentence
                == "Permission denied on /dev/bus/usb/001/001, which is root:root with mode 664: "
                + "EPSON TM-T20II (04b8:0e15, port 1-1).")
        #expect(failure.remedy?.contains("udev/70-till.rules") == true)
    }

    @Test(arguments: [
        (USBHolder.driver("usblp"), "the kernel's driver usblp", "rmmod usblp"),
        (.program(LineHolder(process: 7, name: "usb")), "process 7 (usb)", "lpadmin -x"),
        (.program(LineHolder(process: 7, name: "cupsd")), "process 7 (cupsd)", "stop CUPS"),
        (.program(LineHolder(process: 7, name: "till")), "process 7 (till)", "give it another device"),
    ])
    func whatIsBusyNamesWhoHasItAndHowThatEnds(_ holder: USBHolder, _ name: String, _ cure: String) {
        let failure = USBError.busy(Self.device, holder).failure
        #expect(failure.sentence == "EPSON TM-T20II (04b8:0e15, port 1-1) is in use by \(name).")
        #expect(failure.remedy?.contains(cure) == true)
    }

    @Test func anEncryptingReaderIsNoSerialLineAndIsNamedOtherwise() {
        let reader = USBDevice(
            vendor: 0x0ACD, product: 0x3530,
            interfaces: [
                USBInterface(
                    number: 0, kind: USBClass(3, 0, 0), endpoints: [USBEndpoint(0x81, .interrupt, packetSize: 64)])
            ])
        let failure = USBError.noSuchFunction(reader, .serialLine(.terminal)).failure
        #expect(failure.remedy == "it is an encrypting reader: add protocol=neo2&acquirer=NAME to its address")
        let other = USBError.noSuchFunction(Self.device, .serialLine(.terminal)).failure
        #expect(other.remedy == "name another device, or its serial line")
    }

    /// The error concerns an interface or a setting; the device is still there.
    @Test func whatADeviceLacksDoesNotMeanThatItIsGone() {
        let failure = USBError(LIBUSB_ERROR_NOT_FOUND.rawValue, during: .taking, of: Self.device).failure
        #expect(failure.code == "line.system")
        #expect(failure.sentence.hasSuffix("taking it failed."))
    }

    @Test func devicesThatAreAlikeAreNamedAsTheyAreListed() {
        var (first, second) = (Self.device, Self.device)
        (first.serialNumber, second.serialNumber, second.port) = ("1", "2", "1-2")
        let address = USBAddress(vendor: first.vendor, product: first.product)
        let failure = USBError.ambiguous(address, [first, second]).failure
        #expect(failure.remedy == "say which one: usb:04b8:0e15?serial=1, usb:04b8:0e15?serial=2")
    }

    @Test func wherePartOfUSBIsMissingItIsSaidWhatToLookAt() {
        let failure = USBError.system(.other("libusb_init"), code: LIBUSB_ERROR_OTHER.rawValue).failure
        #expect(failure.sentence == "USB cannot be used here: libusb_init failed.")
        #expect(failure.remedy?.contains("/dev/bus/usb") == true)
        #expect(failure.causes == ["LIBUSB_ERROR_OTHER: Other error"])
    }
}
