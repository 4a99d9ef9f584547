extension CodePage {
    /// Its glyphs of bytes 80 to FF, sixteen to a line. `�` marks a byte without a printable character: unassigned,
    /// or a C1 control, which never is text here. `\u{A0}` and `\u{AD}` are written out because they cannot be seen.
    var table: CodePageTable {
        switch self {
        case .cp437: Self.cp437Table
        case .cp737: Self.cp737Table
        case .cp850: Self.cp850Table
        case .cp852: Self.cp852Table
        case .cp857: Self.cp857Table
        case .cp858: Self.cp858Table
        case .cp866: Self.cp866Table
        case .wpc1250: Self.wpc1250Table
        case .wpc1251: Self.wpc1251Table
        case .wpc1252: Self.wpc1252Table
        case .wpc1253: Self.wpc1253Table
        case .wpc1254: Self.wpc1254Table
        case .iso8859_2: Self.iso8859_2Table
        case .iso8859_7: Self.iso8859_7Table
        case .iso8859_15: Self.iso8859_15Table
        }
    }

    private static let cp437Table = CodePageTable(
        """
        ÇüéâäàåçêëèïîìÄÅ\
        ÉæÆôöòûùÿÖÜ¢£¥₧ƒ\
        áíóúñÑªº¿⌐¬½¼¡«»\
        ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
        └┴┬├─┼╞╟╚╔╩╦╠═╬╧\
        ╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
        αßΓπΣσµτΦΘΩδ∞φε∩\
        ≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
        """)

    private static let cp737Table = CodePageTable(
        """
        ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠ\
        ΡΣΤΥΦΧΨΩαβγδεζηθ\
        ικλμνξοπρσςτυφχψ\
        ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
        └┴┬├─┼╞╟╚╔╩╦╠═╬╧\
        ╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
        ωάέήϊίόύϋώΆΈΉΊΌΎ\
        Ώ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u{A0}
        """)

    private static let cp850Table = CodePageTable(
        """
        ÇüéâäàåçêëèïîìÄÅ\
        ÉæÆôöòûùÿÖÜø£Ø×ƒ\
        áíóúñÑªº¿®¬½¼¡«»\
        ░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
        └┴┬├─┼ãÃ╚╔╩╦╠═╬¤\
        ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀\
        ÓßÔÒõÕµþÞÚÛÙýÝ¯´\
        \u{AD}±‗¾¶§÷¸°¨·¹³²■\u{A0}
        """)

    private static let cp852Table = CodePageTable(
        """
        ÇüéâäůćçłëŐőîŹÄĆ\
        ÉĹĺôöĽľŚśÖÜŤťŁ×č\
        áíóúĄąŽžĘę¬źČş«»\
        ░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐\
        └┴┬├─┼Ăă╚╔╩╦╠═╬¤\
        đĐĎËďŇÍÎě┘┌█▄ŢŮ▀\
        ÓßÔŃńňŠšŔÚŕŰýÝţ´\
        \u{AD}˝˛ˇ˘§÷¸°¨˙űŘř■\u{A0}
        """)

    private static let cp857Table = CodePageTable(
        """
        ÇüéâäàåçêëèïîıÄÅ\
        ÉæÆôöòûùİÖÜø£ØŞş\
        áíóúñÑĞğ¿®¬½¼¡«»\
        ░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
        └┴┬├─┼ãÃ╚╔╩╦╠═╬¤\
        ºªÊËÈ�ÍÎÏ┘┌█▄¦Ì▀\
        ÓßÔÒõÕµ�×ÚÛÙìÿ¯´\
        \u{AD}±�¾¶§÷¸°¨·¹³²■\u{A0}
        """)

    private static let cp858Table = CodePageTable(
        """
        ÇüéâäàåçêëèïîìÄÅ\
        ÉæÆôöòûùÿÖÜø£Ø×ƒ\
        áíóúñÑªº¿®¬½¼¡«»\
        ░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
        └┴┬├─┼ãÃ╚╔╩╦╠═╬¤\
        ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀\
        ÓßÔÒõÕµþÞÚÛÙýÝ¯´\
        \u{AD}±‗¾¶§÷¸°¨·¹³²■\u{A0}
        """)

    private static let cp866Table = CodePageTable(
        """
        АБВГДЕЖЗИЙКЛМНОП\
        РСТУФХЦЧШЩЪЫЬЭЮЯ\
        абвгдежзийклмноп\
        ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
        └┴┬├─┼╞╟╚╔╩╦╠═╬╧\
        ╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
        рстуфхцчшщъыьэюя\
        ЁёЄєЇїЎў°∙·√№¤■\u{A0}
        """)

    private static let wpc1250Table = CodePageTable(
        """
        €�‚�„…†‡�‰Š‹ŚŤŽŹ\
        �‘’“”•–—�™š›śťžź\
        \u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż\
        °±˛ł´µ¶·¸ąş»Ľ˝ľż\
        ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎ\
        ĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
        ŕáâăäĺćçčéęëěíîď\
        đńňóôőö÷řůúűüýţ˙
        """)

    private static let wpc1251Table = CodePageTable(
        """
        ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏ\
        ђ‘’“”•–—�™љ›њќћџ\
        \u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї\
        °±Ііґµ¶·ё№є»јЅѕї\
        АБВГДЕЖЗИЙКЛМНОП\
        РСТУФХЦЧШЩЪЫЬЭЮЯ\
        абвгдежзийклмноп\
        рстуфхцчшщъыьэюя
        """)

    private static let wpc1252Table = CodePageTable(
        """
        €�‚ƒ„…†‡ˆ‰Š‹Œ�Ž�\
        �‘’“”•–—˜™š›œ�žŸ\
        \u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯\
        °±²³´µ¶·¸¹º»¼½¾¿\
        ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ\
        ÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
        àáâãäåæçèéêëìíîï\
        ðñòóôõö÷øùúûüýþÿ
        """)

    private static let wpc1253Table = CodePageTable(
        """
        €�‚ƒ„…†‡�‰�‹����\
        �‘’“”•–—�™�›����\
        \u{A0}΅Ά£¤¥¦§¨©�«¬\u{AD}®―\
        °±²³΄µ¶·ΈΉΊ»Ό½ΎΏ\
        ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟ\
        ΠΡ�ΣΤΥΦΧΨΩΪΫάέήί\
        ΰαβγδεζηθικλμνξο\
        πρςστυφχψωϊϋόύώ�
        """)

    private static let wpc1254Table = CodePageTable(
        """
        €�‚ƒ„…†‡ˆ‰Š‹Œ���\
        �‘’“”•–—˜™š›œ��Ÿ\
        \u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯\
        °±²³´µ¶·¸¹º»¼½¾¿\
        ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ\
        ĞÑÒÓÔÕÖ×ØÙÚÛÜİŞß\
        àáâãäåæçèéêëìíîï\
        ğñòóôõö÷øùúûüışÿ
        """)

    private static let iso8859_2Table = CodePageTable(
        """
        ����������������\
        ����������������\
        \u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ\
        °ą˛ł´ľśˇ¸šşťź˝žż\
        ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎ\
        ĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
        ŕáâăäĺćçčéęëěíîď\
        đńňóôőö÷řůúűüýţ˙
        """)

    private static let iso8859_7Table = CodePageTable(
        """
        ����������������\
        ����������������\
        \u{A0}‘’£€₯¦§¨©ͺ«¬\u{AD}�―\
        °±²³΄΅Ά·ΈΉΊ»Ό½ΎΏ\
        ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟ\
        ΠΡ�ΣΤΥΦΧΨΩΪΫάέήί\
        ΰαβγδεζηθικλμνξο\
        πρςστυφχψωϊϋόύώ�
        """)

    private static let iso8859_15Table = CodePageTable(
        """
        ����������������\
        ����������������\
        \u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯\
        °±²³Žµ¶·ž¹º»ŒœŸ¿\
        ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ\
        ÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
        àáâãäåæçèéêëìíîï\
        ðñòóôõö÷øùúûüýþÿ
        """)
}
