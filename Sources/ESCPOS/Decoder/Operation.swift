/// What an ESC/POS command does. The raw value is its stable name in `till inspect escpos`.
package enum Operation: String, Hashable, Codable, Sendable, CaseIterable {
    // Control bytes
    case nul
    case bell
    case horizontalTab = "tab"
    case lineFeed = "line_feed"
    case formFeed = "form_feed"
    case carriageReturn = "carriage_return"
    case cancel

    // Text and position
    case initialize = "init"
    case printMode = "print_mode"
    case characterSize = "size"
    case bold
    case doubleStrike = "double_strike"
    case italic
    case underline
    case font
    case reverse
    case smoothing
    case upsideDown = "upside_down"
    case rotation
    case justification = "justify"
    case characterSpacing = "character_spacing"
    case defaultLineSpacing = "default_line_spacing"
    case lineSpacing = "line_spacing"
    case feedLines = "feed_lines"
    case feedUnits = "feed_units"
    case feedBackUnits = "feed_back_units"
    case feedBackLines = "feed_back_lines"
    case absolutePosition = "absolute_position"
    case relativePosition = "relative_position"
    case tabStops = "tab_stops"
    case leftMargin = "left_margin"
    case printAreaWidth = "print_area_width"
    case motionUnits = "motion_units"
    case codePage = "code_page"
    case internationalSet = "international_set"
    case defineCharacters = "define_characters"
    case userCharacters = "user_characters"
    case cancelCharacter = "cancel_character"
    case color
    case unidirectional
    case returnHome = "return_home"
    case peripheral
    case beginningOfLine = "beginning_of_line"
    case panelButtons = "panel_buttons"
    case paperSensor = "paper_sensor"
    case macroDefinition = "macro_definition"
    case macroExecution = "macro_execution"
    case speedAndDensity = "speed_and_density"

    // Two-byte and Unicode text
    case kanjiOn = "kanji_on"
    case kanjiOff = "kanji_off"
    case kanjiSystem = "kanji_system"
    case kanjiMode = "kanji_mode"
    case kanjiUnderline = "kanji_underline"
    case kanjiQuadruple = "kanji_quadruple"
    case kanjiSpacing = "kanji_spacing"
    case characterEncoding = "character_encoding"

    // Cut, drawer, buzzer
    case cut
    case pulse
    case buzzer

    // Graphics
    case raster
    case columnImage = "column_image"
    case graphics
    case defineNVImages = "define_nv_images"
    case printNVImage = "print_nv_image"
    case defineImage = "define_image"
    case printImage = "print_image"

    // Codes
    case barcode
    case barcodeHeight = "barcode_height"
    case barcodeModuleWidth = "barcode_module_width"
    case barcodeTextPosition = "barcode_text_position"
    case barcodeTextFont = "barcode_text_font"
    case symbol

    // Page mode
    case pageMode = "page_mode"
    case standardMode = "standard_mode"
    case pageArea = "page_area"
    case pageDirection = "page_direction"
    case absoluteVerticalPosition = "absolute_vertical_position"
    case relativeVerticalPosition = "relative_vertical_position"
    case printPage = "print_page"
    case pageModeLines = "page_mode_lines"

    // Status
    case realTimeStatus = "real_time_status"
    case realTimeRecovery = "real_time_recovery"
    case realTimeRequest = "real_time_request"
    case transmitStatus = "transmit_status"
    case printerID = "printer_id"
    case automaticStatus = "automatic_status"
    case response

    /// A counted command (`GS ( X`, `ESC ( X`, `FS ( X`) with an unlisted letter, whose length is known all the same.
    case extended
}
