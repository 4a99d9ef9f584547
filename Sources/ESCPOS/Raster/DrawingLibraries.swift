import CDrawing
import Model

/// Cairo and Pango, which are loaded when something is drawn.
package enum DrawingLibraries {
    /// Why they cannot be used, in the words of the system's loader; nil when they can.
    package static var missing: Sentence? { till_drawing_missing().map { Sentence(stored: String(cString: $0)) } }
}
