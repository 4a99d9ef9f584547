extension CodePage {
    /// The characters of bytes 80 to FF, sixteen per line. `�` marks a byte without a printable character: unassigned or a
    /// C1 control. `\u{A0}` and `\u{AD}` are escaped because they are invisible.
    var table: CodePageTable {
        guard let table = Self.tableOfPage[self] else { preconditionFailure("\(rawValue) has no table") }
        return table
    }

    private static let tableOfPage: [CodePage: CodePageTable] = [
        .cp437: cp437Table, .cp737: cp737Table, .cp850: cp850Table, .cp852: cp852Table, .cp857: cp857Table,
        .cp858: cp858Table, .cp866: cp866Table, .wpc1250: wpc1250Table, .wpc1251: wpc1251Table,
        .wpc1252: wpc1252Table, .wpc1253: wpc1253Table, .wpc1254: wpc1254Table, .iso8859_2: iso8859_2Table,
        .iso8859_7: iso8859_7Table, .iso8859_15: iso8859_15Table, .cp720: cp720Table, .cp772: cp772Table,
        .cp774: cp774Table, .cp775: cp775Table, .cp851: cp851Table, .cp855: cp855Table, .cp860: cp860Table,
        .cp861: cp861Table, .cp862: cp862Table, .cp863: cp863Table, .cp864: cp864Table, .cp865: cp865Table,
        .cp869: cp869Table, .cp1125: cp1125Table, .wpc1255: wpc1255Table, .wpc1256: wpc1256Table,
        .wpc1257: wpc1257Table, .wpc1258: wpc1258Table, .kz1048: kz1048Table, .iso8859_1: iso8859_1Table,
        .tis620: tis620Table, .katakana: katakanaTable,
    ]

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
