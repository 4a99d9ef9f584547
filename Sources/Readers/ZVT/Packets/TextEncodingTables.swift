extension TextEncoding {
    /// The characters of 80 to FF.
    var upperHalf: [Unicode.Scalar] {
        switch self {
        case .ascii, .utf8: Self.none
        case .latin1: Self.latin1Half
        case .latin2: Self.latin2Half
        case .cyrillic: Self.cyrillicHalf
        case .turkish: Self.turkishHalf
        case .latin9: Self.latin9Half
        case .cp437: Self.cp437Half
        }
    }

    /// Characters that have a decomposed twin.
    static let composable = latin1Half + latin2Half + turkishHalf

    private static let none = [Unicode.Scalar](repeating: "\u{FFFD}", count: 128)
    /// ISO 8859 has the C1 controls at 80 to 9F.
    private static let controls = (0x80...0x9F).map { Unicode.Scalar(UInt8($0)) }
    private static let latin1Half = (0x80...0xFF).map { Unicode.Scalar(UInt8($0)) }
    private static let latin2Half: [Unicode.Scalar] =
        controls
        + Array(
            ("\u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žż"
                + "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß"
                + "ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙").unicodeScalars)
    private static let cyrillicHalf: [Unicode.Scalar] =
        controls
        + Array(
            ("\u{A0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{AD}ЎЏАБВГДЕЖЗИЙКЛМНОП"
                + "РСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп"
                + "рстуфхцчшщъыьэюя№ёђѓєѕіїјљњћќ§ўџ").unicodeScalars)
    private static let turkishHalf: [Unicode.Scalar] =
        controls
        + Array(
            ("\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿"
                + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞß"
                + "àáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ").unicodeScalars)
    private static let latin9Half: [Unicode.Scalar] =
        controls
        + Array(
            ("\u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿"
                + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß"
                + "àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ").unicodeScalars)
    private static let cp437Half: [Unicode.Scalar] =
        Array(
            ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ"
                + "áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
                + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
                + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)
}
