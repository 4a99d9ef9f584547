import Simulator
import Testing

@Suite("A simulated USB device")
struct USBGadgetTests {
    private var printer: USBGadget { USBGadget(.printer(), deviceID: "MFG:EPSON;") }

    private func write(_ id: UInt64, _ count: Int) -> USBRequest {
        USBRequest(id: id, endpoint: 0x01, data: [UInt8](repeating: 7, count: count))
    }

    private func read(_ id: UInt64, room: Int = 512) -> USBRequest { USBRequest(id: id, endpoint: 0x82, room: room) }

    private func controlLines(_ lines: UInt8) -> USBRequest {
        USBRequest(id: 9, endpoint: 0, kind: .control([0x21, 0x22, lines, 0, 0, 0, 0, 0]))
    }

    private func lineCoding(_ baud: [UInt8], _ stop: UInt8) -> USBRequest {
        USBRequest(id: 9, endpoint: 0, kind: .control([0x21, 0x20, 0, 0, 0, 0, 7, 0]), data: baud + [stop, 0, 8])
    }

    private func completions(_ steps: [USBGadget.Step]) -> [USBCompletion] {
        steps.compactMap { if case .completed(let completion) = $0 { completion } else { nil } }
    }

    private func heard(_ steps: [USBGadget.Step]) -> Int {
        steps.reduce(0) { if case .heard(let bytes) = $1 { $0 + bytes.count } else { $0 } }
    }

    @Test func aReadWaitsUntilThereIsSomethingToSay() {
        var gadget = printer
        #expect(gadget.submit(read(1)).isEmpty)
        let steps = gadget.say([0x12])
        #expect(completions(steps) == [USBCompletion(id: 1, status: .done, count: 1, data: [0x12])])
    }

    @Test func aSerialLineSpeaksWhereItsDataAreReadAndNotWhereItNotifies() {
        var gadget = USBGadget(.serialLine())
        _ = gadget.submit(controlLines(3))
        _ = gadget.submit(USBRequest(id: 1, endpoint: 0x83, room: 8))
        _ = gadget.submit(USBRequest(id: 2, endpoint: 0x82, room: 64))
        #expect(completions(gadget.say([6])) == [USBCompletion(id: 2, status: .done, count: 1, data: [6])])
    }

    @Test func aSerialLineIsDeafAndDumbUntilSomebodyIsThere() {
        var gadget = USBGadget(.serialLine())
        #expect(heard(gadget.submit(write(1, 5))) == 0)
        _ = gadget.submit(controlLines(1))
        #expect(heard(gadget.submit(write(2, 5))) == 5)
        _ = gadget.submit(controlLines(0))
        #expect(gadget.say([6]).isEmpty)
        #expect(gadget.controlLines == 0)
    }

    @Test func aSerialLineKeepsItsSpeedAndAtAnotherNobodyIsUnderstood() {
        var gadget = USBGadget(.serialLine())
        gadget.speed = 9600
        _ = gadget.submit(controlLines(1))
        _ = gadget.submit(lineCoding([0x00, 0xC2, 0x01, 0x00], 0))
        #expect(gadget.lineCoding == USBGadget.LineCoding(baud: 115_200, stopBits: 1))
        #expect(heard(gadget.submit(write(1, 5))) == 0)
        _ = gadget.submit(lineCoding([0x80, 0x25, 0x00, 0x00], 2))
        #expect(gadget.lineCoding == USBGadget.LineCoding(baud: 9600, stopBits: 2))
        #expect(heard(gadget.submit(write(2, 5))) == 5)
    }

    /// Some printers accept nothing more after an empty packet (pappl#434).
    @Test(arguments: [(0, false), (64, true), (16_384, true)] as [(Int, Bool)])
    func anEmptyPacketHangsAPrinterUp(_ count: Int, _ endsEmpty: Bool) {
        var gadget = USBGadget(.printer(), deviceID: "MFG:EPSON;", bearsEmptyPackets: false)
        let data = [UInt8](repeating: 7, count: count)
        #expect(
            completions(gadget.submit(USBRequest(id: 1, endpoint: 0x01, data: data, endsEmpty: endsEmpty))).count == 1)
        #expect(gadget.submit(write(2, 10)).isEmpty)
    }

    @Test(arguments: [64, 100]) func aFullLastPacketAloneHangsNobodyUp(_ count: Int) {
        var gadget = USBGadget(.printer(), deviceID: "MFG:EPSON;", bearsEmptyPackets: false)
        let data = [UInt8](repeating: 7, count: count)
        // A packet that is not full is followed by no empty one, whatever the request asks for.
        _ = gadget.submit(USBRequest(id: 1, endpoint: 0x01, data: data, endsEmpty: count == 100))
        #expect(heard(gadget.submit(write(2, 10))) == 10)
    }

    @Test func aWriteThatIsTakenBackTellsHowMuchHadGoneOver() {
        var gadget = printer
        gadget.budget = 20_000
        #expect(heard(gadget.submit(write(1, 65_536))) == 20_000)
        #expect(completions(gadget.unlink(1)) == [USBCompletion(id: 1, status: .unlinked, count: 20_000)])
    }

    @Test func whatADeviceDoesNotTakeWaitsAndGoesOnWhereItStood() {
        var gadget = printer
        gadget.takes = false
        #expect(gadget.submit(write(1, 100)).isEmpty)
        gadget.takes = true
        let steps = gadget.pump()
        #expect(heard(steps) == 100)
        #expect(completions(steps).map(\.count) == [100])
    }

    @Test func aStalledEndpointRefusesUntilItIsCleared() {
        var gadget = printer
        _ = gadget.submit(read(1))
        #expect(completions(gadget.stall([0x01, 0x82])).map(\.status) == [.stalled])
        #expect(completions(gadget.submit(write(2, 1))).map(\.status) == [.stalled])
        gadget.clearHalt(0x01)
        #expect(completions(gadget.submit(write(3, 1))).map(\.status) == [.done])
    }

    @Test func pulledOutEverythingUnderWayEndsAndNothingMoreIsTaken() {
        var gadget = printer
        gadget.budget = 10
        _ = gadget.submit(write(1, 100))
        _ = gadget.submit(read(2))
        let ended = completions(gadget.unplug())
        #expect(ended.map(\.status) == [.gone, .gone])
        #expect(ended.first?.count == 10)
        #expect(completions(gadget.submit(read(3))).map(\.status) == [.gone])
    }

    @Test func aReadThatIsNoMultipleOfThePacketLosesWhatDoesNotFit() {
        var gadget = printer
        _ = gadget.submit(read(1, room: 100))
        let ended = completions(gadget.say([UInt8](repeating: 1, count: 128)))
        #expect(ended.map(\.status) == [.overflow])
    }

    @Test func aReadTheSizeOfAReportBringsOneAndALongerOneWaitsForMore() {
        var gadget = USBGadget(.reader())
        for byte: UInt8 in 1...3 { _ = gadget.say([UInt8](repeating: byte, count: 64)) }
        #expect(completions(gadget.submit(USBRequest(id: 1, endpoint: 0x81, room: 64))).map(\.data.first) == [1])
        #expect(completions(gadget.submit(USBRequest(id: 2, endpoint: 0x81, room: 512))).isEmpty)
        let last = completions(gadget.say([4]))
        #expect(last.map(\.count) == [129])
    }

    @Test func aMessageThatFillsItsLastPacketEndsTheRead() {
        var gadget = printer
        _ = gadget.say([UInt8](repeating: 1, count: 128))
        #expect(completions(gadget.submit(read(1))).map(\.count) == [128])
    }

    @Test func endpoint0TellsWhoItIsAndRefusesWhatItDoesNotKnow() {
        var gadget = printer
        func ask(_ setup: [UInt8], room: Int) -> USBCompletion? {
            completions(gadget.submit(USBRequest(id: 9, endpoint: 0, kind: .control(setup), room: room))).first
        }
        #expect(ask([0x80, 6, 0, 1, 0, 0, 18, 0], room: 18)?.data == gadget.descriptors.device)
        #expect(ask([0xA1, 0, 0, 0, 0, 0, 0, 4], room: 1024)?.data == [0, 12] + Array("MFG:EPSON;".utf8))
        #expect(ask([0xA1, 1, 0, 0, 0, 0, 1, 0], room: 1)?.data == [0x18])
        #expect(ask([0xC0, 77, 0, 0, 0, 0, 1, 0], room: 1)?.status == .stalled)
        #expect(ask([0x80], room: 1)?.status == .stalled)
    }
}

@Suite("What a kernel makes of a USB device")
struct USBNodeTests {
    @Test func aBoundDriverMustBeSentAwayBeforeAProgramTakesTheInterface() {
        var node = USBNode(.printer())
        #expect(node.claim(0, by: 1) == .busy)
        #expect(node.detachDriver(0) == nil)
        #expect(node.claim(0, by: 1) == nil)
    }

    @Test func aSecondProgramIsRefusedUntilTheFirstIsGone() {
        var node = USBNode(.serialLine())
        for interface: UInt8 in [0, 1] { #expect(node.detachDriver(interface) == nil) }
        #expect(node.claim(1, by: 1) == nil)
        #expect(node.claim(1, by: 2) == .busy)
        #expect(node.attachDriver(1) == .busy)
        node.closed(1)
        #expect(node.claim(1, by: 2) == nil)
    }

    private static let portStatus = USBRequest(id: 1, endpoint: 0, kind: .control([0xA1, 1, 0, 0, 0, 0, 1, 0]))
    private static let deviceID = USBRequest(id: 1, endpoint: 0, kind: .control([0xA1, 0, 0, 0, 0, 0, 4, 0]))

    @Test(arguments: [USBRequest(id: 1, endpoint: 0x01), USBRequest(id: 1, endpoint: 0x82), portStatus])
    func whoeverSendsSomethingToAnInterfaceThatNobodyHasHasItThen(_ request: USBRequest) {
        var node = USBNode(.printer())
        #expect(node.use(request, by: 1) == .busy, "its driver has it")
        _ = node.detachDriver(0)
        #expect(node.use(request, by: 1) == nil)
        #expect(node.claim(0, by: 2) == .busy)
        #expect(node.use(request, by: 2) == .busy)
    }

    @Test func whatBelongsToNoInterfaceIsForEverybodyOrNobody() {
        var node = USBNode(.printer())
        #expect(node.use(Self.deviceID, by: 1) == nil)
        #expect(node.use(USBRequest(id: 1, endpoint: 0x05), by: 1) == .absent)
    }

    @Test func withTheReleaseTheDriverMayComeBack() {
        var node = USBNode(.reader())
        _ = node.detachDriver(0)
        _ = node.claim(0, by: 1)
        #expect(node.release(0, by: 2) == .notTaken)
        #expect(node.release(0, by: 1) == nil)
        #expect(node.attachDriver(0) == nil)
        #expect((try? node.driver(of: 0).get()) == "usbhid")
        #expect(node.claim(7, by: 1) == .absent)
    }
}
