import Model
import Receipts
import Transports

extension TillConfiguration {
    /// Merges the files, later ones over earlier ones, and the environment over all files. Pure: it opens no file, and
    /// leaves passwords at their defaults.
    ///
    /// - Parameters:
    ///   - files: the content of each file, under the name that messages use.
    ///   - environment: environment variables; only those of options count, such as `TILL_SHOP_LANGUAGE`.
    ///   - bounds: the file whose policy no other file may loosen.
    ///   - isOneFile: whether two device paths lead to one node; by default whether they are spelt alike.
    package static func read(
        _ files: [(name: String, bytes: [UInt8])], environment: [String: String],
        bounds: PolicyFile? = nil,
        isOneFile: @escaping (String, String) -> Bool = { $0 == $1 }
    ) -> ReadConfiguration {
        var reader = ConfigurationReader(environment: environment, isOneFile: isOneFile)
        if let bounds { reader.bind(bounds) }
        for file in files { reader.add(file.name, file.bytes) }
        return reader.finish()
    }
}

struct ConfigurationReader {
    /// The most devices of one kind; more are refused as a mistake.
    private static let mostDevices = 64

    let environment: [String: String]
    let isOneFile: (String, String) -> Bool
    private var shop = Section(.shop, origin: .builtIn)
    private var policy = Section(.policy, origin: .builtIn)
    private var bounds = Section(.policy, origin: .builtIn)
    private var journal = Section(.journal, origin: .builtIn)
    private var routing = Section(.routing, origin: .builtIn)
    private var recorder = Section(.recorder, origin: .builtIn)
    private var retention = Section(.retention, origin: .builtIn)
    private var email = Section(.email, origin: .builtIn)
    private var kiosk = Section(.kiosk, origin: .builtIn)
    private var service = Section(.service, origin: .builtIn)
    private var readers: [Section] = []
    private var printers: [Section] = []
    private var problems: [ConfigurationProblem] = []

    init(environment: [String: String], isOneFile: @escaping (String, String) -> Bool) {
        self.environment = environment
        self.isOneFile = isOneFile
    }

    // MARK: Files

    /// Reads the limits of a file that no other file may loosen.
    mutating func bind(_ file: PolicyFile) {
        let document: ConfigurationDocument
        do throws(ConfigurationMistake) {
            document = try ConfigurationDocument(name: file.name, bytes: file.bytes)
        } catch { return problems.append(error.problem) }
        for (key, value) in document.tables {
            guard key == OptionTable.policy.rawValue else {
                guard file.isPolicyOnly else { continue }
                refuse(
                    Sentence("config.policyOnly", ["key": ConfiguredValue.shown(key)]), document.origin(value.key))
                continue
            }
            let all = entries(of: .policy, value, document)
            bounds.put(file.isPolicyOnly ? all : all.filter { PolicyBound.all.map(\.key).contains($0.key) })
        }
        policy = bounds
    }

    mutating func add(_ name: String, _ bytes: [UInt8]) {
        let document: ConfigurationDocument
        do throws(ConfigurationMistake) { document = try ConfigurationDocument(name: name, bytes: bytes) } catch {
            return problems.append(error.problem)
        }
        let known = OptionTable.allCases.map(\.rawValue)
        for (key, value) in document.tables {
            switch OptionTable(rawValue: key) {
            case .shop: shop.put(entries(of: .shop, value, document))
            case .policy: policy.put(entries(of: .policy, value, document))
            case .journal: journal.put(entries(of: .journal, value, document))
            case .routing: routing.put(entries(of: .routing, value, document))
            case .recorder: recorder.put(entries(of: .recorder, value, document))
            case .retention: retention.put(entries(of: .retention, value, document))
            case .email: email.put(entries(of: .email, value, document))
            case .kiosk: kiosk.put(entries(of: .kiosk, value, document))
            case .service: service.put(entries(of: .service, value, document))
            case .readers: readers += sections(.readers, value, document)
            case .printers: printers += sections(.printers, value, document)
            case nil:
                refuse(
                    Sentence("config.noTable", ["table": ConfiguredValue.shown(key)]).suggesting(key, among: known),
                    document.origin(value.key))
            }
        }
    }

    private mutating func refuse(_ sentence: Sentence, _ origin: ConfigurationOrigin) {
        problems.append(ConfigurationProblem(origin: origin, said: sentence))
    }

    private mutating func entries(
        of table: OptionTable, _ value: PlacedValue, _ document: ConfigurationDocument
    ) -> [String: Section.Entry] {
        guard case .table(let values) = value.value else {
            let heading = table.isList ? "[[\(table)]]" : "[\(table)]"
            refuse(
                Sentence("config.isTable", ["table": table.rawValue, "heading": heading, "given": value.value.named]),
                document.origin(value.key))
            return [:]
        }
        return values.mapValues {
            Section.Entry(
                value: $0.value, keyOrigin: document.origin($0.key), origin: document.origin($0.place))
        }
    }

    private mutating func sections(
        _ table: OptionTable, _ value: PlacedValue, _ document: ConfigurationDocument
    ) -> [Section] {
        guard case .list(let elements) = value.value else {
            refuse(
                Sentence("config.severalTables", ["table": table.rawValue]), document.origin(value.key))
            return []
        }
        if elements.count > Self.mostDevices {
            refuse(
                Sentence("config.tooManyTables", ["most": Self.mostDevices, "table": table.rawValue]),
                document.origin(value.key))
        }
        return elements.prefix(Self.mostDevices).map { element in
            var section = Section(table, origin: document.origin(element.place))
            section.put(entries(of: table, element, document))
            return section
        }
    }

    // MARK: Options

    mutating func finish() -> ReadConfiguration {
        let shopRead = shop.takeShop(environment)
        let policyRead = policy.takePolicy([:])
        let journalRead = journal.takeJournal([:])
        let routingRead = routing.takeRouting(environment)
        let recorderRead = recorder.takeRecorder(environment)
        let retentionRead = retention.takeRetention(environment)
        let emailRead = email.takeEmail(environment)
        let kioskRead = kiosk.takeKiosk(environment)
        let serviceRead = service.takeService()
        var readersRead: [TillConfiguration.Reader] = []
        for index in readers.indices { readers[index].takeReader(environment).map { readersRead.append($0) } }
        var printersRead: [TillConfiguration.Printer] = []
        for index in printers.indices { printers[index].takePrinter(environment).map { printersRead.append($0) } }
        var configuration = TillConfiguration(
            shop: shopRead, policy: policyRead, journal: journalRead, routing: routingRead, recorder: recorderRead,
            retention: retentionRead, email: emailRead, kiosk: kioskRead, service: serviceRead,
            readers: readersRead, printers: printersRead)
        let (readerPlaces, printerPlaces) = (
            readersRead.map { ($0.name, $0.line.address) }, printersRead.map { ($0.name, $0.line.address) }
        )
        refuseTwins(readers, readerPlaces, .terminal)
        refuseTwins(printers, printerPlaces, .printer)
        refuseShared(readerPlaces, printerPlaces, configuration.policy)
        refuseStrangers(&configuration)
        refuseStrangersOfKiosk(configuration)
        refuseStrangeStandIns(printersRead)
        refuseStrangeRoutes(routingRead, printersRead)
        refuseLooser(configuration)
        refuseUnknownVariables()
        var sections = tables + readers + printers
        for index in sections.indices { sections[index].refuseUnknownKeys() }
        return ReadConfiguration(
            configuration: configuration, problems: (problems + sections.flatMap(\.problems)).inOrder,
            options: sections.flatMap(\.effective))
    }

    /// Refuses two devices of one kind with the same name or the same line.
    private mutating func refuseTwins(
        _ sections: [Section], _ read: [(name: String, address: DeviceAddress)], _ kind: DeviceIdentity.Kind
    ) {
        guard sections.count == read.count else { return }
        for index in read.indices {
            let (name, address) = read[index]
            if read[..<index].contains(where: { $0.name == name }) {
                refuse(
                    Sentence("config.sameName", ["table": sections[index].table.rawValue, "name": name]),
                    sections[index].origin(of: "name"))
            } else if let twin = read[..<index].first(where: { isOneLine($0.address, address, kind) }) {
                refuse(
                    Sentence("config.sameLine", ["other": twin.name, "path": address.path]),
                    sections[index].origin(of: "address"))
            }
        }
    }

    /// Whether two addresses mean one line. Two USB addresses of equal numbers differ if either names a serial number or
    /// port.
    private func isOneLine(_ one: DeviceAddress, _ two: DeviceAddress, _ kind: DeviceIdentity.Kind) -> Bool {
        if one.scheme == "usb" || two.scheme == "usb" || one.isSameLine(as: two) { return one.isSameLine(as: two) }
        return DevicePlace(of: one, as: kind).isSame(as: DevicePlace(of: two, as: kind), isOneFile: isOneFile)
    }

    /// Refuses a printer at the address of a card terminal, also when `policy` names either by its address.
    private mutating func refuseShared(
        _ readersRead: [(name: String, address: DeviceAddress)],
        _ printersRead: [(name: String, address: DeviceAddress)],
        _ usual: TillConfiguration.Policy
    ) {
        guard readers.count == readersRead.count, printers.count == printersRead.count else { return }
        func named(_ word: String?, _ known: [(name: String, address: DeviceAddress)]) -> DeviceAddress? {
            word.flatMap { word in known.contains { $0.name == word } ? nil : DeviceAddress(word) }
        }
        let usualTerminal = named(usual.reader, readersRead).map { ("policy.reader", $0) }
        let usualPrinter = named(usual.printer, printersRead).map {
            ($0, policy.origin(of: PolicyOptions.printer.key))
        }
        let there = zip(printersRead, printers).map { ($0.address, $1.origin(of: "address")) }
        for (printer, origin) in there + [usualPrinter].compactMap(\.self) {
            let terminal = (readersRead + [usualTerminal].compactMap(\.self)).first {
                printer.isPrinterAtPlace(of: $0.address, isOneFile: isOneFile)
            }
            if let terminal {
                refuse(Sentence("config.samePlace", ["terminal": terminal.name, "address": terminal.address]), origin)
            }
        }
    }

    /// Refuses `policy.reader` and `policy.printer` when they name no known device.
    private mutating func refuseStrangers(_ configuration: inout TillConfiguration) {
        let named = [
            (PolicyOptions.reader.key, configuration.policy.reader, configuration.readers.map(\.name)),
            (PolicyOptions.printer.key, configuration.policy.printer, configuration.printers.map(\.name)),
        ]
        for (key, name, known) in named {
            guard let name, !known.contains(name), DeviceAddress(name) == nil else { continue }
            refuse(
                Sentence("config.noDevice", ["kind": key, "name": name]).suggesting(name, among: known),
                policy.origin(of: key))
        }
    }

    /// Refuses devices of the kiosk that are not configured.
    private mutating func refuseStrangersOfKiosk(_ configuration: TillConfiguration) {
        let named = [
            (KioskOptions.reader.key, configuration.kiosk.reader, configuration.readers.map(\.name)),
            (KioskOptions.printer.key, configuration.kiosk.printer, configuration.printers.map(\.name)),
        ]
        for (key, name, known) in named {
            guard let name, !known.contains(name) else { continue }
            refuse(
                Sentence("config.noDevice", ["kind": key, "name": name]).suggesting(name, among: known),
                kiosk.origin(of: key))
        }
    }

    /// Refuses a stand-in that is no other configured printer.
    private mutating func refuseStrangeStandIns(_ read: [TillConfiguration.Printer]) {
        guard printers.count == read.count else { return }
        for (section, printer) in zip(printers, read) {
            let others = read.map(\.name).filter { $0 != printer.name }
            for name in printer.standIns where !others.contains(name) {
                refuse(
                    Sentence("config.noStandIn", ["name": name]).suggesting(name, among: others),
                    section.origin(of: PrinterOptions.standIns.key))
            }
        }
    }

    /// Refuses a route to a printer that does not print this kind of receipt.
    private mutating func refuseStrangeRoutes(
        _ routes: [ReceiptTemplates.Kind: String], _ read: [TillConfiguration.Printer]
    ) {
        guard printers.count == read.count else { return }
        for (kind, name) in routes {
            let origin = routing.origin(of: kind.rawValue)
            guard let printer = read.first(where: { $0.name == name }) else {
                refuse(
                    Sentence("config.noPrinter", ["name": name]).suggesting(name, among: read.map(\.name)), origin)
                continue
            }
            if !printer.copies.contains(kind.copy) {
                refuse(Sentence("config.notItsCopy", ["name": name, "copy": kind.copy.rawValue]), origin)
            }
        }
    }

    private var tables: [Section] { [shop, policy, journal, routing, recorder, retention, email, kiosk, service] }

    /// Refuses limits that are looser than those of the machine's policy file.
    private mutating func refuseLooser(_ configuration: TillConfiguration) {
        for bound in PolicyBound.all {
            guard let most = bound.number(in: bounds), let own = bound.number(in: policy), bound.isLooser(own, most)
            else { continue }
            refuse(
                bound.refusal(most, bounds.origin(of: bound.key)),
                policy.origin(of: bound.key))
        }
        guard readers.count == configuration.readers.count, let least = PolicyBound.cardPhase.number(in: bounds) else {
            return
        }
        for (section, reader) in zip(readers, configuration.readers) {
            guard let own = reader.wishes.cardPhaseSeconds, PolicyBound.cardPhase.isLooser(Int64(own), least) else {
                continue
            }
            let key = ReaderOptions.cardPhase.key
            refuse(
                PolicyBound.cardPhase.refusal(least, bounds.origin(of: PolicyBound.cardPhase.key)),
                section.origin(of: key))
        }
    }

    /// The variable with the socket of systemd's journal. The log reads it; it is no option.
    private static let logSocket = "TILL_JOURNAL_SOCKET"

    /// Refuses variables with the prefix of options that name no option, so that a typing mistake is noticed.
    private mutating func refuseUnknownVariables() {
        let forFiles = OptionTable.allCases.filter(\.isForFilesOnly)
        let sections = (tables + readers + printers).filter { !forFiles.contains($0.table) }
        let known = sections.flatMap { section in
            section.table.options.filter { !section.table.isList || $0.key != DeviceOptions.name.key }.map {
                section.variables + $0.key.uppercased()
            }
        }
        let beginnings = OptionTable.allCases.filter { !$0.isForFilesOnly }.map(\.variables)
        for name in environment.keys.sorted() where name != Self.logSocket {
            guard let table = forFiles.first(where: { name.hasPrefix($0.variables) }) else { continue }
            refuse(
                Sentence(
                    "config.variableOfFile",
                    ["table": table.rawValue, "option": name.dropFirst(table.variables.count).lowercased()]),
                .variable(name))
        }
        for name in environment.keys.sorted() where beginnings.contains(where: name.hasPrefix) && !known.contains(name)
        {
            refuse(Sentence("config.noVariable").suggesting(name, among: known), .variable(name))
        }
    }
}

extension OptionTable {
    /// The prefix of the environment variables of this table.
    fileprivate var variables: String { "TILL_\(rawValue.uppercased())_" }
}

extension [ConfigurationProblem] {
    /// The problems in the order of their places in the files.
    var inOrder: [ConfigurationProblem] {
        sorted { one, other in
            switch (one.origin, other.origin) {
            case (.file(let file, let place), .file(let otherFile, let otherPlace)) where file == otherFile:
                (place, one.sentence) < (otherPlace, other.sentence)
            default: one.line < other.line
            }
        }
    }
}
