/// The parts of a receipt besides an order and a payment.
extension Receipt {
    /// A label with its value.
    package struct Reference: Hashable, Codable, Sendable {
        package let label: String
        package let value: String

        package init(label: String, value: String) {
            self.label = label
            self.value = value
        }
    }

    /// A symbol to scan.
    package struct Code: Hashable, Codable, Sendable {
        package enum Symbology: String, Hashable, Codable, Sendable, CaseIterable {
            case qr, pdf417, maxiCode, dataMatrix, aztec
            case dataBar, dataBarTruncated, dataBarLimited, dataBarExpanded
            case upcA, upcE, ean13, ean8, code39, itf, codabar, code93, code128
            case gs1_128 = "gs1-128"

            /// For an unknown value, the error lists the valid ones.
            package init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                let word = try container.decode(String.self)
                guard let symbology = Self(rawValue: word) else {
                    let words = Self.allCases.map(\.rawValue).joined(separator: ", ")
                    throw DecodingError.mistake(
                        in: container,
                        Sentence("detail.json.noSymbology", ["word": String(word.prefix(40)), "known": words]))
                }
                self = symbology
            }
        }

        package let symbology: Symbology
        package let content: String
        /// The text below it, for people.
        package let caption: String?

        package init(symbology: Symbology, content: String, caption: String? = nil) {
            self.symbology = symbology
            self.content = content
            self.caption = caption
        }
    }

    /// The data of a fiscal device or service. Till prints it unchanged and without understanding it.
    package struct Fiscal: Hashable, Codable, Sendable {
        package let lines: [String]
        package let code: Code?

        package init(lines: [String], code: Code? = nil) {
            self.lines = lines
            self.code = code
        }
    }
}
