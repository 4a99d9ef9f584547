import Testing

@testable import Networking

/// Days, weeks and months without a calendar of the machine.
@Suite struct CalendarDayTests {
    @Test(arguments: ["1970-01-01", "2000-02-29", "2024-02-29", "2026-11-25", "1900-01-01", "9999-12-31"])
    func aDayIsWrittenAsItIsRead(_ text: String) throws {
        let day = try #require(CalendarDay(text))
        #expect(day.text == text && (day + 1) - day == 1 && day + 1 + -1 == day)
    }

    @Test(arguments: [
        "", "2026", "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "26-11-25", "1899-12-31", "2026-11-31",
        "+026-11-25", "٢٠٢٦-11-25",
    ])
    func whatIsNoDayIsRefused(_ text: String) { #expect(CalendarDay(text) == nil) }

    @Test func aDayIsReadInFrontOfATime() { #expect(CalendarDay("2026-11-20 00:00:00")?.text == "2026-11-20") }

    @Test(arguments: [
        ("2026-12-28", "2026-W53"), ("2027-01-03", "2026-W53"), ("2027-01-04", "2027-W01"), ("2024-12-30", "2025-W01"),
        ("2021-01-03", "2020-W53"), ("2026-11-25", "2026-W48"), ("1970-01-01", "1970-W01"),
    ])
    func weeksAreThoseOfISO8601(_ day: String, _ week: String) throws {
        #expect(try #require(CalendarDay(day)).week == week)
    }

    @Test(arguments: [("2026-11-25", "2026-11-30"), ("2024-02-10", "2024-02-29"), ("2026-12-01", "2026-12-31")])
    func aMonthEndsWithItsLastDay(_ day: String, _ last: String) throws {
        #expect(try #require(CalendarDay(day)).lastOfMonth.text == last)
    }

    @Test(arguments: [
        (0, 0, "1970-01-01"), (-1, 0, "1969-12-31"), (86_399, 1, "1970-01-02"), (1_795_648_923, 3600, "2026-11-26"),
    ])
    func theDayIsThatOfTheShopsClock(_ seconds: Int, _ offset: Int, _ day: String) {
        #expect(CalendarDay(secondsSince1970: Int64(seconds), utcOffset: offset).text == day)
    }
}
