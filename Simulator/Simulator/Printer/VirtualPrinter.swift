import ESCPOS
import Flow
import Receipts

/// A receipt printer without a line: bytes and time go in, answers and pages come out.
///
/// Like a TM printer, it obeys real-time requests at once, whatever its state. Everything else waits in its buffer
/// while the printer is off line, and is printed when the fault is mended.
package struct VirtualPrinter: Sendable {
    package enum Output: Hashable, Sendable {
        case reply([UInt8])
        case page(PrintedPage)
        case drawer(DrawerPulse)
        /// The cable was just pulled.
        case unplugged
        /// Switched off for `powerCycle`: received bytes are lost.
        case switchedOff
    }

    /// The properties of the printer.
    package struct Model: Hashable, Sendable {
        /// The default size of the receive buffer; reading stops when it is full.
        package static let usualBuffer = 64 * 1024

        package var profile: PrinterProfile
        /// The width of the print head in dots; by default the profile's.
        package var dots: Int
        /// The size of the receive buffer in bytes, not counting an incomplete command.
        package var bufferSize = usualBuffer
        /// The printing speed; nil for no delay.
        package var bytesPerSecond: Int?
        /// What happens to bytes when the buffer is full.
        package var overflow = Overflow.waits

        /// - Parameter profile: defines the commands that the printer understands and answers.
        package init(_ profile: PrinterProfile = .tmT20III, dots: Int? = nil) {
            self.profile = profile
            self.dots = dots ?? profile.widthDots
        }

        package enum Overflow: Hashable, Sendable {
            /// The line holds the bytes back, as USB does.
            case waits
            /// The bytes are lost, as on a serial line. The printer signals a full buffer a little before.
            case lost
        }

        /// How many bytes still fit when a full buffer is signalled.
        static let reserve = 256

        package static let usualName = PrinterProfile.tmT20III.name
        /// The names for `init(named:)`.
        package static let names = PrinterProfile.all.map(\.name)

        /// Creates the model of a profile; nil when no profile has this name.
        package init?(named name: String, dots: Int? = nil) {
            guard let profile = PrinterProfile.named(name) else { return nil }
            self.init(profile, dots: dots)
        }
    }

    /// How long the printer stays off during a power cycle.
    package static let powerCycle = Duration.seconds(2)
    /// How long the head takes to cool.
    static let cooling = Duration.seconds(10)

    package let model: Model
    package private(set) var fault: PrinterFault?
    package internal(set) var condition = PrinterCondition()
    /// How many bytes were received.
    package private(set) var received = 0
    /// How many received bytes did not fit into the buffer.
    package private(set) var lost = 0
    /// The counts of bytes and pages when the fault was set, from which the fault counts.
    private var struck = (bytes: 0, pages: 0)

    private var decoder: StreamDecoder
    private(set) var composer: PaperComposer
    private var buffer: [PrinterCommand] = []
    private var buffered = 0
    /// Bytes that were under way when reading stopped.
    private var untaken: [UInt8] = []
    private var pageBytes: [UInt8] = []
    private var pages = 0
    /// When the power returns.
    private var lightsUp: Uptime?
    /// When the head has printed everything so far.
    private var busyUntil = Uptime(nanoseconds: 0)
    /// When the head is cool again.
    private var coolAgain: Uptime?
    /// The last known time.
    private(set) var clock = Uptime(nanoseconds: 0)
    /// Delayed answers.
    var lateReplies: [(at: Uptime, bytes: [UInt8])] = []
    var sendsAutomaticStatus = false
    /// The notice that the printer sends when it goes off line; nil for none.
    var offlineNotice: OfflineNotice?
    /// Whether the printer had stopped when this was last checked.
    var hadStopped = false
    /// Key codes of stored images, in answers that still wait for `ACK`.
    var keysToCome: [[UInt8]] = []

    package init(_ model: Model = Model(), fault: PrinterFault? = nil, glyphs: any GlyphSource) {
        self.model = model
        decoder = Self.decoder(model)
        composer = PaperComposer(dots: model.dots, glyphs: glyphs, profile: model.profile)
        if let fault { take(on: fault) }
    }

    private static func decoder(_ model: Model) -> StreamDecoder {
        StreamDecoder(for: model.profile)
    }

    /// Whether the printer reads. False while the buffer is full and the sender must wait.
    package var reads: Bool {
        if case .stopsReading(let count) = fault, received - struck.bytes >= count { return false }
        return buffered < model.bufferSize - (model.overflow == .lost ? Model.reserve : 0)
    }

    /// Whether the printer has no power.
    var isDark: Bool { lightsUp != nil }

    /// How many of `bytes` the printer reads before its fault strikes or its buffer is full.
    package func taken(of bytes: [UInt8]) -> Int {
        let loses = isDark || model.overflow == .lost
        return untilFault(loses ? bytes.count : min(bytes.count, max(0, model.bufferSize - buffered)))
    }

    private func untilFault(_ count: Int) -> Int {
        guard let most = fault?.bytesTaken else { return count }
        return max(0, min(count, most - received + struck.bytes))
    }

    /// Receives bytes until its fault strikes. Bytes that were under way when the buffer became full still fit; later
    /// bytes wait until the printer goes on.
    package mutating func receive(_ bytes: [UInt8], at now: Uptime = Uptime(nanoseconds: 0)) throws(Failure) -> [Output]
    {
        var outputs = try advance(to: now)
        var rest = bytes[..<untilFault(bytes.count)]
        if case .stopsReading = fault { untaken += bytes[rest.endIndex...] }
        if case .powerCycle(let count) = fault, received + rest.count - struck.bytes >= count {
            let last = rest.prefix(max(0, count - received + struck.bytes))
            try take(last, at: now, into: &outputs)
            rest = rest.dropFirst(last.count)
            switchOff(at: now, into: &outputs)
        }
        if case .loses(let count) = fault {
            let heard = rest.prefix(max(0, count - received + struck.bytes))
            try take(heard, at: now, into: &outputs)
            received += rest.count - heard.count
        } else {
            try take(rest, at: now, into: &outputs)
        }
        if case .unplugged(let count) = fault, received - struck.bytes >= count {
            // A newly connected till does not continue an incomplete command of the last one.
            decoder = Self.decoder(model)
            untaken = []
            outputs.append(.unplugged)
        }
        return outputs
    }

    private mutating func take(
        _ bytes: ArraySlice<UInt8>, at now: Uptime, into outputs: inout [Output]
    ) throws(Failure) {
        received += bytes.count
        guard !isDark else { return }
        for command in decoder.decode(bytes) {
            if !answerAtOnce(command, into: &outputs) { store(command, at: now) }
            try work(until: now, into: &outputs)
        }
    }

    // MARK: Faults and manual actions

    /// Makes a fault happen from now on, in place of an earlier one. Bytes and pages count from here, rows and lines
    /// from the top of the page.
    package mutating func strike(_ fault: PrinterFault) -> [Output] {
        take(on: fault)
        var outputs: [Output] = []
        announce(into: &outputs)
        return outputs
    }

    private mutating func take(on fault: PrinterFault) {
        self.fault = fault
        struck = (received, pages)
        switch fault {
        case .paperOut: condition.paper = .out
        case .paperNearEnd: condition.paper = .nearEnd
        case .coverOpen: condition.isCoverOpen = true
        case .offline: condition.isSwitchedOff = true
        case .paperEnds, .paperEndsAfterLines, .coverOpens, .cutterJams, .cutterBreaks, .silent, .stopsReading,
            .unplugged, .powerCycle, .clone, .loses, .answersLate, .noAutomaticStatus, .noProcessID, .headGetsHot:
            break
        }
    }

    /// Refills paper, plugs in the cable, clears the cutter, closes the cover and switches the printer on line, which
    /// prints its buffer. A broken cutter is repaired by a power cycle.
    package mutating func mend(at now: Uptime = Uptime(nanoseconds: 0)) throws(Failure) -> [Output] {
        var outputs = lateReplies.map { Output.reply($0.bytes) }
        (clock, lateReplies, coolAgain) = (max(clock, now), [], nil)
        if condition.cutter == .jammed {
            condition.isCoverOpen = true
            announce(into: &outputs)
        }
        let cutter = condition.cutter
        condition = PrinterCondition()
        if [.jammed, .cleared].contains(cutter), obeysRecovery { condition.cutter = .cleared }
        if fault?.isItsNature != true { fault = nil }
        busyUntil = max(busyUntil, now)
        announce(into: &outputs)
        if cutter == .broken { switchOff(at: now, into: &outputs) }
        try work(until: now, into: &outputs)
        let late = untaken
        untaken = []
        outputs += try receive(late, at: now)
        return outputs
    }

    /// Empties the buffer (USB SOFT_RESET): unprinted data is lost, and an incomplete command is dropped.
    package mutating func forget() {
        untaken = []
        clear()
        decoder = Self.decoder(model)
    }

    /// Switches the printer off: the buffer is lost, printed paper stays.
    private mutating func switchOff(at now: Uptime, into outputs: inout [Output]) {
        (fault, lightsUp, sendsAutomaticStatus) = (nil, now + Self.powerCycle, false)
        (offlineNotice, keysToCome) = (nil, [])
        (coolAgain, lateReplies, condition.isHeadHot) = (nil, [], false)
        if condition.cutter != .jammed { condition.cutter = .ok }
        untaken = []
        clear()
        decoder = Self.decoder(model)
        if let torn = tearOff() { outputs.append(.page(torn)) }
        pageBytes = []
        composer = composer.switchedOffAndOn()
        outputs.append(.switchedOff)
    }

    /// Tears off the uncut paper.
    package mutating func tearOff() -> PrintedPage? {
        composer.tearOff().map { finished($0) }
    }

    // MARK: The buffer

    /// When the printer next acts by itself, because it prints, has power again, has cooled, or sends a delayed answer;
    /// nil for never.
    package var due: Uptime? {
        if let lightsUp { return lightsUp }
        return [printed, coolAgain, lateReplies.first?.at].compactMap { $0 }.min()
    }

    private var printed: Uptime? {
        guard model.bytesPerSecond != nil, condition.isOnline, let next = buffer.first else { return nil }
        return busyUntil + printTime(next)
    }

    /// Advances the printer's clock and prints what can be printed until then.
    package mutating func advance(to now: Uptime) throws(Failure) -> [Output] {
        clock = max(clock, now)
        if let due = lightsUp, due <= now { lightsUp = nil }
        let ready = lateReplies.prefix { $0.at <= now }
        lateReplies.removeFirst(ready.count)
        var outputs = ready.map { Output.reply($0.bytes) }
        if let due = coolAgain, due <= now {
            (coolAgain, condition.isHeadHot, busyUntil) = (nil, false, max(busyUntil, now))
            announce(into: &outputs)
        }
        try work(until: now, into: &outputs)
        return outputs
    }

    /// Stores a command in the buffer, or loses it when a buffer that loses bytes is full. An empty buffer accepts a
    /// command of any size.
    private mutating func store(_ command: PrinterCommand, at now: Uptime) {
        guard model.overflow == .waits || buffer.isEmpty || buffered + command.count <= model.bufferSize else {
            return lost += command.count
        }
        if buffer.isEmpty { busyUntil = max(busyUntil, now) }
        buffer.append(command)
        buffered += command.count
    }

    mutating func clear() {
        buffer = []
        buffered = 0
    }

    private func printTime(_ command: PrinterCommand) -> Duration {
        guard let rate = model.bytesPerSecond else { return .zero }
        return .nanoseconds(Int64(command.count) * 1_000_000_000 / Int64(max(1, rate)))
    }

    private mutating func work(until now: Uptime, into outputs: inout [Output]) throws(Failure) {
        while condition.isOnline, let command = buffer.first {
            guard model.bytesPerSecond == nil || busyUntil + printTime(command) <= now else { return }
            let cuts = command.operation == .cut && model.profile.understands(command)
            if cuts, fault == .cutterJams || fault == .cutterBreaks {
                condition.cutter = fault == .cutterJams ? .jammed : .broken
                return announce(into: &outputs)
            }
            busyUntil = busyUntil + printTime(command)
            buffer.removeFirst()
            buffered -= command.count
            try perform(command, into: &outputs)
        }
    }

    private mutating func perform(_ command: PrinterCommand, into outputs: inout [Output]) throws(Failure) {
        guard let command = answerInOrder(command, into: &outputs) else { return }
        if let pulse = DrawerPulse(command, of: model.profile) { outputs.append(.drawer(pulse)) }
        if command.operation == .initialize { sendsAutomaticStatus = false }
        pageBytes += command.bytes
        for picture in try composer.perform(command) { outputs.append(.page(finished(picture))) }
        if isAtFaultyRow { stopHere(into: &outputs) }
    }

    private var isAtFaultyRow: Bool {
        switch fault {
        case .paperEnds(let page, let row): pages - struck.pages == page - 1 && composer.feed >= row
        case .paperEndsAfterLines(let lines): composer.linesPrinted >= lines
        case .coverOpens(let row), .headGetsHot(let row): composer.feed >= row
        case .paperOut, .paperNearEnd, .coverOpen, .cutterJams, .cutterBreaks, .offline, .silent, .stopsReading,
            .unplugged, .powerCycle, .clone, .loses, .answersLate, .noAutomaticStatus, .noProcessID, nil:
            false
        }
    }

    private mutating func stopHere(into outputs: inout [Output]) {
        if case .coverOpens = fault {
            condition.isCoverOpen = true
        } else if case .headGetsHot = fault {
            (condition.isHeadHot, coolAgain) = (true, clock + Self.cooling)
        } else {
            condition.paper = .out
            if let torn = tearOff() { outputs.append(.page(torn)) }
        }
        fault = nil
        announce(into: &outputs)
    }

    private mutating func finished(_ picture: Bitmap) -> PrintedPage {
        defer { pageBytes = [] }
        pages += 1
        return PrintedPage(picture: picture, bytes: pageBytes)
    }
}
