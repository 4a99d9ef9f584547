import Model
import Receipts

/// Reads a template file: which blocks a receipt has and in which order, its texts and its columns (docs/receipts.md).
extension ReceiptTemplates {
    /// Applies a template file to the built-in templates, and reports every mistake with line and column. Pure: it opens no
    /// file.
    ///
    /// - Parameters:
    ///   - name: the file's name, for messages.
    ///   - currency: the shop's currency, whose symbol the templates use.
    package static func read(_ name: String, _ bytes: [UInt8], currency: Currency = .eur) -> ReadTemplates {
        do throws(ConfigurationMistake) {
            let document = try ConfigurationDocument(name: name, bytes: bytes)
            var reader = TemplateReader(document: document, currency: currency)
            return reader.read()
        } catch { return ReadTemplates(templates: .builtIn, problems: [error.problem], logos: []) }
    }
}

private struct TemplateReader {
    private enum Heading {
        static let texts = "texts"
        static let amounts = "amounts"
        static let words = "words"
        static let logos = "logos"
        static let all = ReceiptTemplates.Kind.allCases.map(\.rawValue) + [texts, words, amounts, logos]
    }

    let document: ConfigurationDocument
    let currency: Currency
    private var problems: [ConfigurationProblem] = []
    private var texts: [String: [String]] = [:]
    private var files: [TillConfiguration.NamedFile] = []

    init(document: ConfigurationDocument, currency: Currency) {
        self.document = document
        self.currency = currency
    }

    mutating func read() -> ReadTemplates {
        for (key, value) in document.tables where !Heading.all.contains(key) {
            refuse(
                Sentence("config.noTable", ["table": ConfiguredValue.shown(key)]).suggesting(key, among: Heading.all)
                    .listing(Heading.all), at: value.key)
        }
        readTexts()
        let words = readWords()
        let logos = readLogos()
        let format = readAmounts()
        var templates = ReceiptTemplates.builtIn
        for kind in ReceiptTemplates.Kind.allCases {
            templates[kind].texts = texts
            templates[kind].words = words
            templates[kind].logos = logos
            templates[kind].currencyFormat = format
            templates[kind].currency = currency
            if let table = table(kind.rawValue) { read(table, kind, into: &templates[kind]) }
        }
        return ReadTemplates(templates: templates, problems: problems.inOrder, logos: files)
    }

    private mutating func refuse(_ sentence: Sentence, at place: TextPlace) {
        problems.append(ConfigurationProblem(origin: document.origin(place), said: sentence))
    }

    /// The values of a table; nil when the file has no such table.
    private mutating func table(_ name: String) -> [String: PlacedValue]? {
        guard let value = document.tables[name] else { return nil }
        if case .table(let values) = value.value { return values }
        refuse(
            Sentence("config.isTable", ["table": name, "heading": "[\(name)]", "given": value.value.named]),
            at: value.key)
        return nil
    }

    private mutating func take<Value>(_ option: Option<Value>, _ table: [String: PlacedValue]) -> Value {
        guard let given = table[option.key] else { return option.fallback }
        if let value = option.takes.read(given.value) { return value }
        refuse(option.complaint(given.value), at: given.place)
        return option.fallback
    }

    private mutating func refuseUnknown(_ table: [String: PlacedValue], _ known: [String], in name: String) {
        for (key, value) in table where !known.contains(key) {
            refuse(
                Sentence(
                    "config.itHas",
                    [
                        "mistake": Sentence(
                            "config.noOption", ["table": name, "option": ConfiguredValue.shown(key)]
                        ).suggesting(key, among: known),
                        "known": known.joined(separator: ", "),
                    ]), at: value.key)
        }
    }

    /// Reads an option with a file path; a relative path starts at the working directory.
    private mutating func takeFile(_ option: Option<String?>, _ table: [String: PlacedValue]) -> String? {
        guard let said = take(option, table), let given = table[option.key] else { return nil }
        let folder = document.name.lastIndex(of: "/").map { document.name[...$0] } ?? ""
        let path = said.hasPrefix("/") ? said : folder + said
        files.append(TillConfiguration.NamedFile(path: path, origin: document.origin(given.place)))
        return path
    }

    // MARK: Texts, words, logos and amounts

    private mutating func readTexts() {
        for (name, given) in table(Heading.texts) ?? [:] {
            let option = TemplateOptions.text(name)
            if let lines = option.takes.read(given.value) {
                texts[name] = lines
            } else {
                refuse(option.complaint(given.value), at: given.place)
            }
        }
    }

    private mutating func readWords() -> [String: String] {
        guard let table = table(Heading.words) else { return [:] }
        refuseUnknownWords(in: table)
        var words: [String: String] = [:]
        for key in ReceiptTemplate.wordKeys {
            if let word = take(TemplateOptions.word(key), table) { words[key] = word }
        }
        if let (key, other) = ReceiptTemplate.contradiction(in: words), let given = table[key] {
            refuse(Sentence("config.sameWord", ["word": key, "other": other]), at: given.place)
        }
        return words
    }

    private mutating func refuseUnknownWords(in table: [String: PlacedValue]) {
        for (key, value) in table where !ReceiptTemplate.wordKeys.contains(key) {
            let mistake = Sentence("config.noWord", ["word": ConfiguredValue.shown(key)])
                .suggesting(key, among: ReceiptTemplate.wordKeys)
            refuse(Sentence("config.listedWords", ["mistake": mistake]), at: value.key)
        }
    }

    private mutating func readLogos() -> [String: String] {
        let table = table(Heading.logos) ?? [:]
        return Dictionary(
            uniqueKeysWithValues: table.keys.compactMap { name in
                takeFile(TemplateOptions.namedLogo(name), table).map { (name, $0) }
            })
    }

    private mutating func readAmounts() -> CurrencyFormat? {
        guard let table = table(Heading.amounts) else { return nil }
        refuseUnknown(table, TemplateOptions.amounts.map(\.key), in: Heading.amounts)
        let thousands = take(TemplateOptions.thousandSeparator, table)
        let decimal = take(TemplateOptions.decimalSeparator, table)
        let given = table[TemplateOptions.decimalSeparator.key] ?? table[TemplateOptions.thousandSeparator.key]
        if decimal == thousands, let given {
            refuse(
                Sentence("config.sameSign", ["sign": ConfiguredValue.quoted(decimal)]),
                at: given.place)
        }
        return CurrencyFormat(
            position: take(TemplateOptions.position, table), thousandSeparator: thousands, decimalSeparator: decimal,
            decimals: take(TemplateOptions.decimals, table), symbol: take(TemplateOptions.symbol, table))
    }

    // MARK: One kind of sheet

    private mutating func read(
        _ table: [String: PlacedValue], _ kind: ReceiptTemplates.Kind, into template: inout ReceiptTemplate
    ) {
        refuseUnknown(table, TemplateOptions.sheet.map(\.key), in: kind.rawValue)
        template.references = references(table, kind)
        template.logo = takeFile(TemplateOptions.logo, table)
        template.logoDithering = take(TemplateOptions.logoDithering, table)
        template.font = take(TemplateOptions.font, table)
        template.showsUnitPrices = take(TemplateOptions.unitPrices, table)
        template.showsDetails = take(TemplateOptions.details, table)
        template.showsTaxTable = take(TemplateOptions.taxTable, table)
        template.symbols = take(TemplateOptions.symbols, table)
        if let given = table[TemplateOptions.blocks.key], let blocks = blocks(given, kind) { template.blocks = blocks }
    }

    private mutating func references(
        _ table: [String: PlacedValue], _ kind: ReceiptTemplates.Kind
    ) -> [ReceiptTemplate.Row] {
        let rows = take(TemplateOptions.references, table)
        guard let given = table[TemplateOptions.references.key] else { return rows }
        if !rows.contains(.time) { refuse(Sentence("config.needsTime", ["sheet": kind.rawValue]), at: given.place) }
        if !rows.contains(.receipt), !rows.contains(.payment) {
            refuse(Sentence("config.needsNumber", ["sheet": kind.rawValue]), at: given.place)
        }
        return rows
    }

    /// Reads a list of blocks. Nil when one of them is unknown; each unknown block is reported at its own place.
    private mutating func blocks(_ given: PlacedValue, _ kind: ReceiptTemplates.Kind) -> [ReceiptTemplate.Block]? {
        guard case .list(let items) = given.value, items.count <= TemplateOptions.mostBlocks else {
            refuse(TemplateOptions.blocks.complaint(given.value), at: given.place)
            return nil
        }
        var blocks: [ReceiptTemplate.Block] = []
        for item in items {
            guard let block = block(item) else { continue }
            if case .part(let part) = block, !part.isSeparator, blocks.contains(block) {
                refuse(Sentence("config.blockAgain", ["block": part.rawValue]), at: item.place)
            }
            blocks.append(block)
        }
        // With an unknown block, no missing block is reported: the unknown one may be a misspelling of it.
        guard blocks.count == items.count else { return nil }
        for part in ReceiptTemplate.Part.allCases where part.isRequired(on: kind) && !blocks.contains(.part(part)) {
            refuse(
                Sentence("config.needsBlock", ["sheet": kind.rawValue, "block": part.rawValue]), at: given.place)
        }
        return blocks
    }

    private mutating func block(_ item: PlacedValue) -> ReceiptTemplate.Block? {
        let known = ReceiptTemplate.Part.allCases.map(\.rawValue)
        guard case .text(let word) = item.value else {
            refuse(Sentence("config.blockIsWord", ["given": item.value.named]), at: item.place)
            return nil
        }
        if let part = ReceiptTemplate.Part(rawValue: word) { return .part(part) }
        if word.hasPrefix(TemplateOptions.textPrefix) {
            let name = String(word.dropFirst(TemplateOptions.textPrefix.count))
            if texts[name] != nil { return .text(name) }
            refuse(
                Sentence("config.noText", ["text": ConfiguredValue.shown(name), "table": Heading.texts])
                    .suggesting(name, among: texts.keys.sorted()), at: item.place)
            return nil
        }
        refuse(
            Sentence(
                "config.thereAreBlocks",
                [
                    "mistake": Sentence("config.noBlock", ["block": ConfiguredValue.shown(word)])
                        .suggesting(word, among: known),
                    "known": known.joined(separator: ", "), "prefix": TemplateOptions.textPrefix,
                ]), at: item.place)
        return nil
    }
}

extension Sentence {
    /// This mistake, with all that there is.
    fileprivate func listing(_ known: [String]) -> Sentence {
        Sentence("config.thereAre", ["mistake": self, "known": known.joined(separator: ", ")])
    }
}
