import Model
import Failures
import Flow

/// A barcode or a two-dimensional code. Its content was checked for its kind: a printer that can draw the kind can draw
/// this one.
package struct Symbol: Hashable, Sendable {
    /// How much of a QR code may be unreadable: about 7, 15, 25 and 30 percent.
    package enum Correction: Hashable, CaseIterable, Sendable { case low, medium, quartile, high }

    /// The forms of GS1 DataBar.
    package enum DataBar: Hashable, CaseIterable, Sendable { case omnidirectional, truncated, limited, expanded }

    package enum Kind: Hashable, CaseIterable, Sendable {
        case qr(Correction), pdf417, maxiCode, dataMatrix, aztec
        case dataBar(DataBar)
        case upcA, upcE, ean13, ean8, code39, itf, codabar, code93, code128, gs1_128

        package static let allCases: [Kind] =
            Correction.allCases.map(Kind.qr) + [.pdf417, .maxiCode, .dataMatrix, .aztec]
            + DataBar.allCases.map(Kind.dataBar)
            + [.upcA, .upcE, .ean13, .ean8, .code39, .itf, .codabar, .code93, .code128, .gs1_128]

        /// Whether it consists of bars, whose content people may have to type in if a scanner fails. All others are
        /// two-dimensional.
        package var isLinear: Bool {
            switch self {
            case .qr, .pdf417, .maxiCode, .dataMatrix, .aztec: false
            case .dataBar, .upcA, .upcE, .ean13, .ean8, .code39, .itf, .codabar, .code93, .code128, .gs1_128: true
            }
        }
    }

    package let kind: Kind
    /// The complete content, with its check digit if the kind has one. GS1 data is in brackets,
    /// `(01)09501101530003(10)A1`.
    package let content: String
    /// Whether the content is written below the bars. Never for two-dimensional codes.
    package let showsText: Bool

    /// Checks the content for the kind. Throws `symbol.empty`, `symbol.tooLong`, `symbol.length`, `symbol.character`, `symbol.checkDigit` or
    /// `symbol.elements`, each with what is wrong.
    ///
    /// - Parameters:
    ///   - content: a missing check digit of UPC, EAN and DataBar is added, a wrong one refused. GS1-128 and DataBar
    ///     expanded take element strings in brackets.
    ///   - showsText: ignored for two-dimensional kinds.
    package init(_ kind: Kind, _ content: String, showsText: Bool = true) throws(Failure) {
        do throws(SymbolError) {
            guard !content.isEmpty else { throw .empty(kind) }
            self.content = try SymbolRules(kind).completed(content)
        } catch { throw error.failure }
        self.kind = kind
        self.showsText = showsText && kind.isLinear
    }

    /// The twelve digits of UPC-A for a UPC-E.
    package var fullUPC: String { CheckDigit.upcA(ofShort: content) + content.suffix(1) }

    /// The seven digits of UPC-E for a UPC-A of eleven or twelve; nil if there are none.
    package static func shortUPC(of digits: String) -> String? {
        let full = String(digits.prefix(11))
        guard full.count == 11, full.hasPrefix("0") || full.hasPrefix("1") else { return nil }
        let digits = full.map(String.init)
        let system = digits[0]
        // The digits that are left out, by the last of the six digits (GS1 General Specifications, figure 7.5-2).
        let bodies =
            ["0", "1", "2"].map { digits[1...2].joined() + digits[8...10].joined() + $0 }
            + [digits[1...3].joined() + digits[9...10].joined() + "3", digits[1...4].joined() + digits[10] + "4"]
            + [digits[1...5].joined() + digits[10]]
        return bodies.map { system + $0 }.first { CheckDigit.upcA(ofShort: $0) == full }
    }

    /// The elements of GS1 data; empty for other kinds.
    package var elements: [GS1Element] {
        switch kind {
        case .gs1_128, .dataBar(.expanded): (try? GS1Element.parse(content, for: kind)) ?? []
        case .qr, .pdf417, .maxiCode, .dataMatrix, .aztec, .dataBar, .upcA, .upcE, .ean13, .ean8, .code39, .itf,
            .codabar,
            .code93, .code128:
            []
        }
    }
}

extension Symbol.Kind: CustomStringConvertible {
    package var description: String {
        switch self {
        case .qr: "QR code"
        case .pdf417: "PDF417"
        case .maxiCode: "MaxiCode"
        case .dataMatrix: "Data Matrix"
        case .aztec: "Aztec code"
        case .dataBar(.omnidirectional): "GS1 DataBar"
        case .dataBar(.truncated): "GS1 DataBar truncated"
        case .dataBar(.limited): "GS1 DataBar limited"
        case .dataBar(.expanded): "GS1 DataBar expanded"
        case .upcA: "UPC-A"
        case .upcE: "UPC-E"
        case .ean13: "EAN-13"
        case .ean8: "EAN-8"
        case .code39: "CODE39"
        case .itf: "ITF"
        case .codabar: "CODABAR"
        case .code93: "CODE93"
        case .code128: "CODE128"
        case .gs1_128: "GS1-128"
        }
    }
}

/// Why a content cannot be a symbol.
enum SymbolError: LayerError, Hashable {
    case empty(Symbol.Kind)
    case tooLong(Symbol.Kind, most: Int)
    /// The valid numbers of digits.
    case length(Symbol.Kind, Sentence)
    case character(Symbol.Kind, Unicode.Scalar, allowed: Sentence)
    case checkDigit(Symbol.Kind, is: Int, expected: Int)
    case elements(Symbol.Kind, Sentence)

    var failure: Failure {
        switch self {
        case .empty(let kind):
            Failure(SymbolFailure.empty, Sentence("failure.symbol.empty", ["kind": kind]), recovery: .giveUp)
        case .tooLong(let kind, let most):
            Failure(
                SymbolFailure.tooLong, Sentence("failure.symbol.tooLong", ["kind": kind, "most": most]),
                recovery: .giveUp)
        case .length(let kind, let wanted):
            Failure(
                SymbolFailure.length, Sentence("failure.symbol.length", ["kind": kind, "wanted": wanted]),
                recovery: .giveUp)
        case .character(let kind, let scalar, let allowed):
            Failure(
                SymbolFailure.character,
                Sentence("failure.symbol.character", ["kind": kind, "scalar": scalar.inWords]),
                remedy: Sentence("remedy.symbol.character", ["allowed": allowed]), recovery: .giveUp)
        case .checkDigit(let kind, let digit, let expected):
            Failure(
                SymbolFailure.checkDigit,
                Sentence("failure.symbol.checkDigit", ["kind": kind, "digit": digit, "expected": expected]),
                remedy: Sentence("remedy.symbol.checkDigit"), recovery: .giveUp)
        case .elements(let kind, let what):
            Failure(
                SymbolFailure.elements, Sentence("failure.symbol.elements", ["kind": kind, "what": what]),
                remedy: Sentence("remedy.symbol.elements"), recovery: .giveUp)
        }
    }
}

extension Unicode.Scalar {
    /// The name of Unicode, which exists in English only; control characters have none.
    fileprivate var inWords: Sentence {
        properties.name.map { Sentence(stored: $0) } ?? Sentence("detail.controlCharacter")
    }
}
