import ESCPOS
import Flow
import Receipts

/// One strip of paper, and the bytes that made it. Requests for status leave no mark and are not among them.
package struct PrintedPage: Hashable, Sendable {
    package let picture: Bitmap
    package let bytes: [UInt8]

    package init(picture: Bitmap, bytes: [UInt8]) {
        self.picture = picture
        self.bytes = bytes
    }
}

/// A receipt printer without a line: bytes and time in, answers and paper out.
///
/// Like a TM printer it answers real-time requests at once, whatever its state; everything else waits in its buffer while
/// it is off line, and goes on when the fault is mended.
package struct VirtualPrinter: Sendable {
    package enum Output: Hashable, Sendable {
        case reply([UInt8])
        case page(PrintedPage)
        case drawer(DrawerPulse)
        /// The cable is out now.
        case unplugged
        /// Dark, for as long as `powerCycle`: what comes is lost.
        case switchedOff
    }

    /// What it is like.
    package struct Model: Hashable, Sendable {
        /// The receive buffer; a full one stops reading.
        package static let usualBuffer = 64 * 1024

        package var profile: PrinterProfile
        /// Of its head; the profile's unless told otherwise.
        package var dots: Int
        /// What fits into its buffer besides a command that is still coming.
        package var bufferSize = usualBuffer
        /// How fast it prints; nil: in no time.
        package var bytesPerSecond: Int?
        /// What becomes of what comes when its buffer is full.
        package var overflow = Overflow.waits

        /// - Parameter profile: what it understands and answers; all of it unless told otherwise.
        package init(_ profile: PrinterProfile = .tmT20III, dots: Int? = nil) {
            self.profile = profile
            self.dots = dots ?? profile.widthDots
        }

        package enum Overflow: Hashable, Sendable {
            /// Its line holds it back, as USB does.
            case waits
            /// As on a serial line. It says that it has no room a little before.
            case lost
        }

        /// What still fits when it says that it has no room.
        static let reserve = 256

        package static let usualName = PrinterProfile.tmT20III.name
        /// Those that `init(named:)` takes.
        package static let names = PrinterProfile.all.map(\.name)

        /// Nil where no profile has that name.
        package init?(named name: String, dots: Int? = nil) {
            guard let profile = PrinterProfile.named(name) else { return nil }
            self.init(profile, dots: dots)
        }
    }

    /// How long it is dark when it is switched off and on.
    package static let powerCycle = Duration.seconds(2)
    /// How long its head takes to cool.
    static let cooling = Duration.seconds(10)

    package let model: Model
    package private(set) var fault: PrinterFault?
    package internal(set) var condition = PrinterCondition()
    /// How many bytes came in.
    package private(set) var received = 0
    /// How many of them it had no room for.
    package private(set) var lost = 0
    /// Where the fault's counting begins.
    private var struck = (bytes: 0, pages: 0)

    private var decoder: StreamDecoder
    private(set) var composer: PaperComposer
    private var buffer: [PrinterCommand] = []
    private var buffered = 0
    /// What was on its way when it stopped reading.
    private var untaken: [UInt8] = []
    private var pageBytes: [UInt8] = []
    private var pages = 0
    /// When it has been dark for long enough.
    private var lightsUp: Uptime?
    /// When the head is done with what it has printed so far.
    private var busyUntil = Uptime(nanoseconds: 0)
    /// When its head is cool again.
    private var coolAgain: Uptime?
    /// As it was told last.
    private(set) var clock = Uptime(nanoseconds: 0)
    /// Answers that come late.
    var lateReplies: [(at: Uptime, bytes: [UInt8])] = []
    var sendsAutomaticStatus = false
    /// What it says by itself when it stops; nil: nothing.
    var offlineNotice: OfflineNotice?
    /// As it was when that was looked at last.
    var hadStopped = false
    /// Key codes of images it keeps, in answers that are not asked for yet.
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

    /// False while the buffer is full: who sends must wait.
    package var reads: Bool {
        if case .stopsReading(let count) = fault, received - struck.bytes >= count { return false }
        return buffered < model.bufferSize - (model.overflow == .lost ? Model.reserve : 0)
    }

    /// Without power.
    var isDark: Bool { lightsUp != nil }

    /// How many of `bytes` this printer takes before its fault strikes or its buffer is full.
    package func taken(of bytes: [UInt8]) -> Int {
        let loses = isDark || model.overflow == .lost
        return untilFault(loses ? bytes.count : min(bytes.count, max(0, model.bufferSize - buffered)))
    }

    private func untilFault(_ count: Int) -> Int {
        guard let most = fault?.bytesTaken else { return count }
        return max(0, min(count, most - received + struck.bytes))
    }

    /// Takes all that comes before its fault: what was on its way when its buffer filled has room yet, and what came when it
    /// had stopped reading waits until it goes on.
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
            // Whoever is plugged in next does not finish the last one's command.
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

    // MARK: What happens to it

    /// This goes wrong from now on, in place of what went wrong before. Bytes and pages are counted from here; rows and
    /// lines from the top of the page.
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

    /// Puts in paper and the cable, closes the cover, clears the blade through it, switches on line; what is in the buffer
    /// is printed. Where the blade is broken, switches off and on.
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

    /// Its buffer is emptied by its line (SOFT_RESET of USB): what it has not printed is lost, and the rest of a command that
    /// had begun is none.
    package mutating func forget() {
        untaken = []
        clear()
        decoder = Self.decoder(model)
    }

    /// Its buffer is lost; what is on paper hangs out.
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

    /// The paper that hangs out without a cut, torn off.
    package mutating func tearOff() -> PrintedPage? {
        composer.tearOff().map { finished($0) }
    }

    // MARK: The buffer

    /// When something happens by itself: it has printed the next of what it holds, has power again, is cool, or says what it
    /// says late; nil where it waits for none.
    package var due: Uptime? {
        if let lightsUp { return lightsUp }
        return [printed, coolAgain, lateReplies.first?.at].compactMap { $0 }.min()
    }

    private var printed: Uptime? {
        guard model.bytesPerSecond != nil, condition.isOnline, let next = buffer.first else { return nil }
        return busyUntil + printTime(next)
    }

    /// Prints what can be printed by then.
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

    /// A command that is larger than the whole buffer is printed as it comes.
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
