/// The forms in which a receipt is answered.
package enum ReceiptForm: String, CaseIterable, Sendable {
    case json, text, html, svg, pdf, png, escpos

    package var mediaType: String {
        switch self {
        case .json: "application/json"
        case .text: "text/plain; charset=utf-8"
        case .html: "text/html; charset=utf-8"
        case .svg: "image/svg+xml"
        case .pdf: "application/pdf"
        case .png: "image/png"
        case .escpos: "application/octet-stream"
        }
    }
}
