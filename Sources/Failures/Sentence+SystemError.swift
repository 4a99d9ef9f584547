import Foundation
import Model

extension Sentence {
    /// What the operating system says about one of its errors (errno), in its own words.
    package init(systemError code: Int32) {
        self = Sentence("detail.systemError", ["words": String(cString: strerror(code)), "code": Int(code)])
    }
}
