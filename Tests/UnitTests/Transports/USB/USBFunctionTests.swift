import Testing

@testable import Transports

@Suite("What a USB device is used as")
struct USBFunctionTests {
    private let bulkOut = USBEndpoint(0x01, .bulk, packetSize: 64)
    private let bulkIn = USBEndpoint(0x82, .bulk, packetSize: 64)
    private let interruptIn = USBEndpoint(0x83, .interrupt, packetSize: 64)

    private func device(_ interfaces: [USBInterface], vendor: UInt16 = 0x1234, product: UInt16 = 1) -> USBDevice {
        USBDevice(vendor: vendor, product: product, interfaces: interfaces)
    }

    private func printer(_ proto: UInt8, alternate: UInt8) -> USBInterface {
        USBInterface(number: 0, alternate: alternate, kind: USBClass(7, 1, proto), endpoints: [bulkOut, bulkIn])
    }

    @Test func escposBuffer50_ofAPrintersSettingsTheOneThatAnswersIsChosen() {
        let all = device([
            printer(1, alternate: 0), printer(4, alternate: 1), printer(3, alternate: 2), printer(2, alternate: 3),
        ])
        #expect(USBFunction.printer(of: all)?.alternate == 3)
        #expect(USBFunction.printer(of: device([printer(1, alternate: 0), printer(3, alternate: 2)]))?.alternate == 2)
    }

    @Test func aPrinterThatSpeaksIPPOnlyIsNotTakenForAReceiptPrinter() {
        #expect(USBFunction.printer(of: device([printer(4, alternate: 0)])) == nil)
    }

    @Test func aPrinterThatNeverAnswersIsAPrinter() {
        let silent = USBInterface(number: 0, kind: USBClass(7, 1, 1), endpoints: [bulkOut])
        let function = USBFunction.printer(of: device([silent]))
        #expect(function?.output == bulkOut)
        #expect(function?.input == nil)
    }

    @Test func epsonsVendorClassIsKnownByItsNumbersAndNoOtherIs() {
        let own = USBInterface(number: 0, kind: USBClass(0xFF, 0xFF, 0xFF), endpoints: [bulkOut, bulkIn])
        #expect(USBFunction.printer(of: device([own], vendor: 0x04B8, product: 0x0202)) != nil)
        #expect(USBFunction.printer(of: device([own], vendor: 0x04B8, product: 0x0203)) == nil)
    }

    @Test func aSerialLineHasTheDataInterfaceItsUnionNames() {
        let union: [UInt8] = [5, 0x24, 0, 0x10, 1, 5, 0x24, 6, 0, 4]
        let function = USBFunction.serialLine(
            of: device([
                USBInterface(number: 0, kind: USBClass(2, 2, 1), endpoints: [interruptIn], extra: union),
                USBInterface(number: 1, kind: USBClass(10, 0, 0), endpoints: [bulkOut, bulkIn]),
                USBInterface(number: 4, kind: USBClass(10, 0, 0), endpoints: [bulkOut, bulkIn]),
            ]))
        #expect(function?.interface == 4)
        #expect(function?.interfaces == [0, 4])
    }

    @Test func withoutAUnionTheNextInterfaceIsTheData() {
        let function = USBFunction.serialLine(
            of: device([
                USBInterface(number: 2, kind: USBClass(2, 2, 0), endpoints: [interruptIn], extra: [0, 0, 9, 0x24]),
                USBInterface(number: 3, kind: USBClass(10, 0, 0), endpoints: [bulkOut, bulkIn]),
            ]))
        #expect(function?.interfaces == [2, 3])
    }

    @Test func aReaderWithoutAnOutputEndpointIsWrittenToByRequests() {
        let reader = USBInterface(number: 0, kind: USBClass(3, 0, 0), endpoints: [interruptIn])
        let function = USBFunction.humanInterface(of: device([reader]))
        #expect(function?.output == nil)
        #expect(function?.input == interruptIn)
    }

    @Test(arguments: [[], [USBEndpoint(0x01, .bulk, packetSize: 0)], [USBEndpoint(0x81, .isochronous, packetSize: 64)]])
    func interfacesWithoutUsableEndpointsAreNothing(_ endpoints: [USBEndpoint]) {
        for kind in [USBClass(7, 1, 2), USBClass(2, 2, 1), USBClass(10, 0, 0), USBClass(3, 0, 0)] {
            let broken = device([
                USBInterface(number: 0, kind: kind, endpoints: endpoints),
                USBInterface(number: 255, kind: kind, endpoints: endpoints),
            ])
            #expect(USBFunction.printer(of: broken) == nil)
            #expect(USBFunction.serialLine(of: broken) == nil)
            #expect(USBFunction.humanInterface(of: broken) == nil)
        }
    }

    @Test func readsAreWholePacketsSoThatNothingIsLost() {
        #expect(USBLimits.readSize(USBEndpoint(0x82, .bulk, packetSize: 64)) == 512)
        #expect(USBLimits.readSize(USBEndpoint(0x82, .bulk, packetSize: 100)) == 600)
        #expect(USBLimits.readSize(USBEndpoint(0x82, .bulk, packetSize: 1024)) == 1024)
    }

    @Test func aReportIsReadByItself() {
        #expect(USBLimits.readSize(USBEndpoint(0x81, .interrupt, packetSize: 64)) == 64)
    }

    @Test func theLineCodingOfATerminalIsAsTheDocumentHasIt() {
        #expect(
            USBControlRequest.setLineCoding(.terminal, 0).bytes
                == [0x21, 0x20, 0, 0, 0, 0, 7, 0] + [0x80, 0x25, 0, 0, 2, 0, 8])
        #expect(
            USBControlRequest.setLineCoding(SerialSettings(baud: .b115200, stopBits: .one), 2).bytes
                == [0x21, 0x20, 0, 0, 2, 0, 7, 0] + [0, 0xC2, 1, 0, 0, 0, 8])
    }
}
