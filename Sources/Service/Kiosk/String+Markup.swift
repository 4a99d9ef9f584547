extension String {
    /// The text where HTML or SVG expects one: nothing in it is taken for mark-up, between tags and in attributes.
    var asMarkup: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
            "\"", with: "&quot;")
    }
}
