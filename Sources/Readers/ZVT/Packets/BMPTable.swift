extension BMP {
    /// The list of BMPs in ZVT 13.08, complete.
    static let all: [BMP] = transaction + card + terminal + display

    private static let transaction: [BMP] = [
        BMP(0x01, .fixed(1), .code, "timeout"),
        BMP(0x02, .fixed(1), .code, "max_status_infos"),
        BMP(0x03, .fixed(1), .code, "service_byte"),
        BMP(0x04, .fixed(6), .number, "amount_minor"),
        BMP(0x05, .fixed(1), .code, "pump"),
        BMP(0x06, .container, .objects, "tlv"),
        BMP(0x0B, .fixed(3), .number, "trace"),
        BMP(0x0C, .fixed(3), .digits, "time"),
        BMP(0x0D, .fixed(2), .digits, "date"),
        BMP(0x19, .fixed(1), .code, "byte19"),
        BMP(0x27, .fixed(1), .code, "result_code"),
        BMP(0x37, .fixed(3), .number, "orig_trace"),
        BMP(0x3B, .fixed(8), .text, "aid_auth_attr"),
        BMP(0x3C, .threeDigits, .text, "additional_text"),
        BMP(0x49, .fixed(2), .number, "currency"),
        BMP(0x4C, .twoDigits, .hidden, "blocked_goods_groups"),
        BMP(0x60, .threeDigits, .totals, "single_amounts"),
        BMP(0x87, .fixed(2), .number, "receipt_no"),
        BMP(0x88, .fixed(3), .number, "turnover_no"),
        BMP(0xA0, .fixed(1), .code, "result_code_as"),
        BMP(0xAA, .fixed(3), .digits, "date_yymmdd"),
        BMP(0xBA, .fixed(5), .hidden, "aid_parameter"),
    ]

    private static let card: [BMP] = [
        BMP(0x0E, .fixed(2), .hidden, "expiry"),
        BMP(0x17, .fixed(2), .number, "card_seq"),
        BMP(0x22, .twoDigits, .accountNumber, "pan"),
        BMP(0x23, .twoDigits, .secret, "track2"),
        BMP(0x24, .threeDigits, .secret, "track3"),
        BMP(0x2D, .twoDigits, .secret, "track1"),
        BMP(0x2E, .threeDigits, .secret, "sync_chip_data"),
        BMP(0x3A, .fixed(2), .secret, "cvv"),
        BMP(0x8A, .fixed(1), .integer, "card_type"),
        BMP(0x8B, .twoDigits, .text, "card_name"),
        BMP(0x8C, .fixed(1), .integer, "card_type_net"),
        BMP(0x9A, .threeDigits, .secret, "geldkarte_record"),
        BMP(0xA7, .twoDigits, .secret, "ef_id"),
        BMP(0xAF, .threeDigits, .secret, "ef_info"),
        BMP(0xD1, .twoDigits, .secret, "card_offset"),
        BMP(0xD2, .fixed(1), .code, "card_direction"),
    ]

    private static let terminal: [BMP] = [
        BMP(0x29, .fixed(4), .digits, "terminal_id"),
        BMP(0x2A, .fixed(15), .text, "vu_number"),
        BMP(0x3D, .fixed(3), .hidden, "password"),
        BMP(0x70, .fixed(4), .integer, "image_id"),
        BMP(0x71, .fixed(4), .integer, "image_size"),
        BMP(0x72, .fixed(1), .code, "image_mime"),
        BMP(0x73, .fixed(1), .code, "image_encoding"),
        BMP(0x74, .fixed(1), .code, "image_chunks"),
        BMP(0x75, .fixed(1), .code, "image_index"),
        BMP(0xD0, .fixed(1), .code, "key_algorithm"),
        BMP(0xD3, .fixed(1), .code, "dukpt_key"),
        BMP(0xE0, .fixed(1), .code, "min_length"),
        BMP(0xE9, .fixed(1), .code, "max_length"),
        BMP(0xEA, .fixed(1), .code, "echo"),
        BMP(0xEB, .fixed(8), .secret, "mac"),
    ]

    private static let display: [BMP] =
        (1...8).map { BMP(0xE0 + UInt8($0), .twoDigits, .text, "text2_line\($0)") }
        + (1...8).map { BMP(0xF0 + UInt8($0), .twoDigits, .text, "line\($0)") } + [
            BMP(0xF0, .fixed(1), .code, "display_seconds"),
            BMP(0xF9, .fixed(1), .code, "beeps"),
            BMP(0xFA, .fixed(1), .code, "reader_activation"),
            BMP(0xFB, .fixed(1), .code, "ok_needed"),
            BMP(0xFC, .fixed(1), .code, "dialog_control"),
            BMP(0xFD, .fixed(1), .code, "display_device"),
        ]
}
