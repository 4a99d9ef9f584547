import Flow
import Hardware
import Model

/// The questions that a terminal was asked, and what was found out.
package struct TerminalDiagnosis: Hashable, Sendable {
    package struct Asked: Hashable, Sendable {
        package let question: TerminalQuestion
        package let answer: TerminalProfile.Answer
        package let took: Duration
    }

    package var profile = TerminalProfile()
    package var asked: [Asked] = []
}
