import Foundation

@testable import Readers

/// `till inspect zvt` with any bytes: an answer, or the place of the fault; always JSON, and never a control character
/// on the screen.
enum InspectionProperty {
    static func check(_ bytes: [UInt8], _ framing: ZVTInspector.Framing) throws {
        do {
            for inspection in try ZVTInspector.inspect(bytes, framing: framing) { try check(inspection) }
        } catch let fault as InspectionError {
            try promise("the fault is in the input", (0...bytes.count).contains(fault.offset))
        }
    }

    private static func check(_ inspection: Inspection) throws {
        let json = inspection.json
        try promise("an inspection is JSON", (try? JSONSerialization.jsonObject(with: Data(json.utf8))) != nil)
        let lines = inspection.text.unicodeScalars
        try promise("no control reaches the screen", lines.allSatisfy { $0 == "\n" || !isControl($0) })
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }
}
