/// A report on an end of day, with the number of the journal's entry that has it.
package struct ListedEndOfDay: Hashable, Sendable {
    package let sequence: Int64
    package let report: EndOfDayReport
}
