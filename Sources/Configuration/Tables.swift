import Failures
import Flow
import Model
import Readers
import Receipts
import Transports

/// Reads the shop, the policy and each device from their sections. Each option is read here exactly once.
extension Section {
    mutating func takeShop(_ environment: [String: String]) -> TillConfiguration.Shop {
        let name = take(ShopOptions.name, environment)
        let address = take(ShopOptions.address, environment) ?? []
        let taxID = take(ShopOptions.taxID, environment)
        for option in [ShopOptions.address.key, ShopOptions.taxID.key] where isSet(option) && !isSet("name") {
            refuse(Sentence("config.noSellersName", ["option": option]), at: origin(of: option))
        }
        return TillConfiguration.Shop(
            merchant: name.map { Receipt.Merchant(name: $0, address: address, taxID: taxID) },
            footer: take(ShopOptions.footer, environment), language: take(ShopOptions.language, environment),
            currency: take(ShopOptions.currency, environment), amounts: take(ShopOptions.amounts, environment),
            timeZone: take(ShopOptions.timeZone, environment),
            templateFile: takeFile(ShopOptions.receiptTemplate, environment))
    }

    private mutating func takeFile(
        _ option: Option<String?>, _ environment: [String: String]
    ) -> TillConfiguration.NamedFile? {
        take(option, environment).map { TillConfiguration.NamedFile(path: $0, origin: origin(of: option.key)) }
    }

    mutating func takePolicy(_ environment: [String: String]) -> TillConfiguration.Policy {
        TillConfiguration.Policy(
            giveUpAfterSeconds: take(PolicyOptions.giveUpAfter, environment),
            cardPhaseSeconds: take(PolicyOptions.cardPhase, environment),
            reader: take(PolicyOptions.reader, environment), printer: take(PolicyOptions.printer, environment),
            unlinkedRefundLimit: take(PolicyOptions.unlinkedRefundLimit, environment),
            largestPayment: take(PolicyOptions.largestPayment, environment),
            endOfDay: take(PolicyOptions.endOfDay, environment),
            offlineOrders: take(PolicyOptions.offlineOrders, environment),
            shopPatienceSeconds: take(PolicyOptions.shopPatience, environment),
            notificationsEverySeconds: take(PolicyOptions.notificationsEvery, environment))
    }

    mutating func takeJournal(_ environment: [String: String]) -> TillConfiguration.Journal {
        TillConfiguration.Journal(
            signingKey: take(JournalOptions.signingKey, environment), syslog: take(JournalOptions.syslog, environment))
    }

    /// Reads `[routing]`: the printer's name for each kind of receipt.
    mutating func takeRouting(_ environment: [String: String]) -> [ReceiptTemplates.Kind: String] {
        ReceiptTemplates.Kind.allCases.reduce(into: [:]) {
            $0[$1] = take(RoutingOptions.printer(of: $1), environment)
        }
    }

    mutating func takeRecorder(_ environment: [String: String]) -> TillConfiguration.Recorder {
        TillConfiguration.Recorder(megabytes: take(RecorderOptions.size, environment))
    }

    mutating func takeRetention(_ environment: [String: String]) -> TillConfiguration.Retention {
        TillConfiguration.Retention(
            traceDays: take(RetentionOptions.traces, environment),
            deliveredNewsDays: take(RetentionOptions.deliveredNews, environment),
            cachedOrderDays: take(RetentionOptions.cachedOrders, environment),
            cachedDocumentDays: take(RetentionOptions.cachedDocuments, environment),
            formerDatabaseDays: take(RetentionOptions.formerDatabases, environment),
            receiptDays: take(RetentionOptions.receipts, environment))
    }

    mutating func takeEmail(_ environment: [String: String]) -> TillConfiguration.Email {
        TillConfiguration.Email(
            from: take(EmailOptions.from, environment), sendmail: take(EmailOptions.sendmail, environment))
    }

    /// Reads an item of `[[readers]]`, a card terminal. Nil when it cannot be used; the problems say why.
    mutating func takeReader(_ environment: [String: String]) -> TillConfiguration.Reader? {
        let name = takeName()
        let address = takeAddress(ReaderOptions.address, schemes: ["serial", "usb", "tcp", "simulated"], environment)
        let options = takeReaderLineOptions(environment, isNetwork: address?.scheme == "tcp")
        let passwordFile = takeFile(ReaderOptions.passwordFile, environment)
        var settings = TerminalSettings()
        if take(ReaderOptions.receipts, environment) == ReaderOptions.byTerminal { settings.letTerminalPrint() }
        settings.printerColumns = take(ReaderOptions.receiptColumns, environment)
        settings.answerTimeoutSeconds = take(ReaderOptions.answerTimeout, environment).flatMap { UInt8(exactly: $0) }
        settings.longestWait = take(ReaderOptions.goodsWaits, environment).flatMap { UInt8(exactly: $0) }
        settings.answerWithin = .seconds(take(ReaderOptions.answerWithin, environment))
        settings.limits.time = .seconds(take(ReaderOptions.longestCommand, environment))
        settings.limits.telegrams = take(ReaderOptions.mostTelegrams, environment)
        settings.limits.lines = take(ReaderOptions.mostLines, environment)
        settings.limits.bytes = take(ReaderOptions.mostKilobytes, environment) << 10
        let wishes = TillConfiguration.Reader.Wishes(
            statusWithPassword: take(ReaderOptions.status, environment).map { $0 == ReaderOptions.withPassword },
            characterSet: take(ReaderOptions.characterSet, environment),
            cardPhaseSeconds: take(ReaderOptions.cardPhase, environment))
        guard let name, let line = checkedLine(address, options, defaults: .terminal) else { return nil }
        return TillConfiguration.Reader(
            name: name, line: line, passwordFile: passwordFile, wishes: wishes, settings: settings)
    }

    /// Reads a printer. Nil when it cannot be used; the problems say why.
    mutating func takePrinter(_ environment: [String: String]) -> TillConfiguration.Printer? {
        let name = takeName()
        let address = takeAddress(
            PrinterOptions.address, schemes: ["serial", "usb", "usblp", "tcp", "file", "simulated"], environment)
        var options = takeLineOptions(environment)
        options[PrinterOptions.handshake.key] = take(PrinterOptions.handshake, environment)
        let profile = take(PrinterOptions.profile, environment)
        if isSet(PrinterOptions.profile.key) { options[PrinterOptions.profile.key] = profile }
        let proof = take(PrinterOptions.proof, environment)
        if isSet(PrinterOptions.proof.key) { options[PrinterOptions.proof.key] = proof }
        let copies = take(PrinterOptions.copies, environment)
        let standIns = take(PrinterOptions.standIns, environment)
        let model = address.map { TillConfiguration.Line(address: $0, options: options).opened(as: $0).printerProfile }
        let extras = takeExtras(of: model ?? .generic80, environment)
        if let mistake = address?.printerMistake { refuse(mistake, at: origin(of: PrinterOptions.address.key)) }
        guard let name, let line = checkedLine(address, options, defaults: .printer) else { return nil }
        return TillConfiguration.Printer(
            name: name, line: line, copies: copies, standIns: standIns, extras: extras)
    }
}

// MARK: - Devices

extension Section {
    /// Reads the device's name. No variable overrides it, because the device's variables are named after it.
    private mutating func takeName() -> String? {
        let name = take(DeviceOptions.name, [:])
        guard let name else {
            if !isSet(DeviceOptions.name.key) { refuse(Sentence("config.noName", ["table": table.rawValue])) }
            return nil
        }
        guard name.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }) else {
            refuse(
                Sentence("config.badName", ["given": ConfiguredValue.text(name).named]),
                at: origin(of: DeviceOptions.name.key))
            return nil
        }
        guard name != DeviceOptions.usualName else {
            refuse(
                Sentence("config.reservedName", ["given": ConfiguredValue.text(name).named]),
                at: origin(of: DeviceOptions.name.key))
            return nil
        }
        rename(to: name)
        return name
    }

    private mutating func takeAddress(
        _ option: Option<String?>, schemes: [String], _ environment: [String: String]
    ) -> DeviceAddress? {
        guard let text = take(option, environment) else {
            if !isSet(option.key) { refuse(Sentence("config.noAddress", ["device": label])) }
            return nil
        }
        let withoutPath = ["tcp": "tcp:HOST", "usb": "usb:VID:PID"]
        let forms = schemes.filter { $0 != "simulated" }.map { withoutPath[$0] ?? "\($0):/…" }
        guard let address = DeviceAddress(text), schemes.contains(address.scheme),
            address.path.hasPrefix("/") || address.scheme == "simulated" || withoutPath[address.scheme] != nil
        else {
            refuse(
                Sentence(
                    "config.badAddress",
                    [
                        "forms": Sentence(anyOf: forms.map(Sentence.init(stored:))),
                        "given": ConfiguredValue.text(text).named,
                    ]),
                at: origin(of: option.key))
            return nil
        }
        return address
    }

    /// The configured options of a serial line, as an address writes them.
    private mutating func takeLineOptions(_ environment: [String: String]) -> [String: String] {
        var options: [String: String] = [:]
        options["baud"] = take(DeviceOptions.speed, environment).map { "\($0)" }
        options["stop"] = take(DeviceOptions.stopBits, environment).map { "\($0)" }
        return options
    }

    private mutating func takeReaderLineOptions(
        _ environment: [String: String], isNetwork: Bool
    ) -> [String: String] {
        let key = ReaderOptions.connection.key
        let serial = takeLineOptions(environment)
        let connection = take(ReaderOptions.connection, environment)
        return isNetwork ? connection.map { [key: $0] } ?? [:] : serial
    }

    /// The line's address, if such a line could be opened.
    private mutating func checkedLine(
        _ address: DeviceAddress?, _ options: [String: String], defaults: SerialSettings
    ) -> TillConfiguration.Line? {
        guard let address else { return nil }
        for option in options.keys.sorted() where address.options[option] != nil {
            refuse(Sentence("config.saidTwice", ["option": option]), at: origin(of: ReaderOptions.address.key))
        }
        let line = TillConfiguration.Line(address: address, options: options)
        let isPrinter = table == .printers
        let isSerial = address.scheme == "serial" || address.scheme == "usb" && !isPrinter
        if !isSerial {
            refuse(["baud", "stop_bits", PrinterOptions.handshake.key], except: Sentence("config.for.serialLines"))
        }
        if ["file", "simulated"].contains(address.scheme) { refuse(["proof"], except: Sentence("config.for.lines")) }
        if EncryptingAddress.isMeant(by: address) {
            refuse([ReaderOptions.receipts.key], except: Sentence("config.for.terminals"))
        }
        if address.scheme != "tcp" { refuse([ReaderOptions.connection.key], except: Sentence("config.for.network")) }
        let ofPrinter: Set = [PrinterOptions.profile.key, PrinterOptions.proof.key]
        let its = line.opened(as: address).options.filter { !isPrinter || !ofPrinter.contains($0.key) }
        let opened = DeviceAddress(scheme: address.scheme, path: address.path, options: its)
        do throws(Failure) {
            try Self.check(
                isPrinter ? opened : EncryptingAddress(opened)?.line ?? opened, isPrinter: isPrinter, defaults)
        } catch {
            refuse(
                error.advice.map { Sentence("list.sentences", ["first": error.said, "next": $0]) } ?? error.said,
                at: origin(of: ReaderOptions.address.key))
        }
        return line
    }

    private static func check(
        _ address: DeviceAddress, isPrinter: Bool, _ defaults: SerialSettings
    ) throws(Failure) {
        switch address.scheme {
        case "serial": _ = try SerialSettings(of: address, defaults: defaults, isPrinter: isPrinter)
        case "usb":
            var options = address.options
            if !isPrinter { _ = try SerialSettings(taking: &options, defaults: defaults) }
            _ = try USBAddress(of: DeviceAddress(scheme: address.scheme, path: address.path, options: options))
        case "usblp": try LPPort.check(address)
        case "tcp": _ = try TCPSettings(of: address)
        default: break
        }
    }

    private mutating func refuse(_ options: [String], except lines: Sentence) {
        for option in options where isSet(option) {
            refuse(Sentence("config.forOnly", ["option": option, "lines": lines]), at: origin(of: option))
        }
    }
}

extension DeviceAddress {
    /// What is wrong with the printer options of an address; nil when nothing is. The baud rate is checked when the line is
    /// opened.
    package var printerMistake: Sentence? {
        options.keys.sorted().lazy.compactMap { key in
            let value = ConfiguredValue.text(options[key] ?? "")
            switch (key, scheme) {
            case (PrinterOptions.profile.key, _): return PrinterOptions.profile.mistake(value)
            case (PrinterOptions.proof.key, "serial"), (PrinterOptions.proof.key, "usb"),
                (PrinterOptions.proof.key, "usblp"), (PrinterOptions.proof.key, "tcp"):
                return PrinterOptions.proof.mistake(value)
            case (_, "file"):
                return Sentence("config.noFileOption", ["option": ConfiguredValue.shown(key)])
                    .suggesting(key, among: [PrinterOptions.profile.key])
            default: return nil
            }
        }.first
    }
}
