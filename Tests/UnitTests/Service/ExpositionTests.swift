import Testing

@testable import Service

/// The text format of the figures.
@Suite struct ExpositionTests {
    @Test func aFamilyHasItsHelpItsTypeAndItsSamples() {
        var page = ExpositionText()
        page.begin("till_x_total", .counter, "Things.")
        page.add("till_x_total", [("kind", "a\"b\\c\nd"), ("route", "/v1/orders/{number}")], 3)
        page.add("till_x_total", [], 0.25)
        #expect(
            page.text == """
                # HELP till_x_total Things.
                # TYPE till_x_total counter
                till_x_total{kind="a\\"b\\\\c\\nd",route="/v1/orders/{number}"} 3
                till_x_total 0.25

                """)
    }

    @Test func theBucketsOfAHistogramAddUp() {
        var histogram = Histogram([0.5, 1, 5])
        for value in [0.5, 0.25, 0.75, 5, 6] { histogram.observe(value) }
        var page = ExpositionText()
        page.add("t", [("phase", "whole")], histogram)
        #expect(
            page.text == """
                t_bucket{phase="whole",le="0.5"} 2
                t_bucket{phase="whole",le="1"} 3
                t_bucket{phase="whole",le="5"} 4
                t_bucket{phase="whole",le="+Inf"} 5
                t_sum{phase="whole"} 12.5
                t_count{phase="whole"} 5

                """)
    }
}
