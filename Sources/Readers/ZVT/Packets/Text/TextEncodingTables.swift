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
        case .latin4: Self.latin4Half
        case .greek: Self.greekHalf
        case .nordic: Self.nordicHalf
        case .baltic: Self.balticHalf
        case .cp437: Self.cp437Half
        }
    }

    /// The characters that also have a decomposed form.
    static let composable = latin1Half + latin2Half + turkishHalf + latin4Half + greekHalf

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
    private static let latin4Half: [Unicode.Scalar] =
        controls
        + Array(
            ("\u{A0}ĄĸŖ¤ĨĻ§¨ŠĒĢŦ\u{AD}Ž¯°ą˛ŗ´ĩļˇ¸šēģŧŊžŋ"
                + "ĀÁÂÃÄÅÆĮČÉĘËĖÍÎĪĐŅŌĶÔÕÖ×ØŲÚÛÜŨŪß"
                + "āáâãäåæįčéęëėíîīđņōķôõö÷øųúûüũū˙").unicodeScalars)
    private static let greekHalf: [Unicode.Scalar] =
        controls
        + Array(
            ("\u{A0}‘’£€₯¦§¨©ͺ«¬\u{AD}\u{FFFD}―°±²³΄΅Ά·ΈΉΊ»Ό½ΎΏ"
                + "ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\u{FFFD}ΣΤΥΦΧΨΩΪΫάέήί"
                + "ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ\u{FFFD}").unicodeScalars)
    private static let nordicHalf: [Unicode.Scalar] =
        controls
        + Array(
            ("\u{A0}ĄĒĢĪĨĶ§ĻĐŠŦŽ\u{AD}ŪŊ°ąēģīĩķ·ļđšŧž―ūŋ"
                + "ĀÁÂÃÄÅÆĮČÉĘËĖÍÎÏÐŅŌÓÔÕÖŨØŲÚÛÜÝÞß"
                + "āáâãäåæįčéęëėíîïðņōóôõöũøųúûüýþĸ").unicodeScalars)
    private static let balticHalf: [Unicode.Scalar] =
        controls
        + Array(
            ("\u{A0}”¢£¤„¦§Ø©Ŗ«¬\u{AD}®Æ°±²³“µ¶·ø¹ŗ»¼½¾æ"
                + "ĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽß"
                + "ąįāćäåęēčéźėģķīļšńņóōõö÷ųłśūüżž’").unicodeScalars)
    private static let cp437Half: [Unicode.Scalar] =
        Array(
            ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ"
                + "áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
                + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
                + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)
}
