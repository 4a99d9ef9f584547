import Foundation

extension ShopTemplate {
    static let currencies: [String] = """
        AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD
        CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD
        GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT
        LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR
        NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLL SOS SRD SSP
        STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF
        YER ZAR ZMW
        """.split { $0 == " " || $0 == "\n" }.map(String.init)

    static let settingGroups = parsed(
        #"""
        [
        {"id": "wc_admin", "label": "WooCommerce Admin", "description": "", "parent_id": "", "sub_groups": []},
        {"id": "general", "label": "General", "description": "", "parent_id": "", "sub_groups": []},
        {"id": "products", "label": "Products", "description": "", "parent_id": "", "sub_groups": []},
        {"id": "tax", "label": "Tax", "description": "", "parent_id": "", "sub_groups": []},
        {"id": "shipping", "label": "Shipping", "description": "", "parent_id": "", "sub_groups": []},
        {"id": "checkout", "label": "Payments", "description": "", "parent_id": "", "sub_groups": []},
        {"id": "account", "label": "Accounts & Privacy", "description": "", "parent_id": "", "sub_groups": []},
        {"id": "email", "label": "Emails", "description": "", "parent_id": "", "sub_groups": []},
        {"id": "integration", "label": "Integration", "description": "", "parent_id": "", "sub_groups": []},
        {"id": "advanced", "label": "Advanced", "description": "", "parent_id": "", "sub_groups": []}
        ]
        """#)

    /// The settings: group, id, type, default, value, options.
    private static let settingRows = """
        general|woocommerce_store_address|text||Marktplatz 1|
        general|woocommerce_store_address_2|text|||
        general|woocommerce_store_city|text||Berlin|
        general|woocommerce_default_country|select|US:CA|DE:DE-BE|@countries
        general|woocommerce_store_postcode|text||10115|
        general|woocommerce_allowed_countries|select|all|all|all,all_except,specific
        general|woocommerce_all_except_countries|multiselect|||@countries
        general|woocommerce_specific_allowed_countries|multiselect|||@countries
        general|woocommerce_ship_to_countries|select|||-,all,specific,disabled
        general|woocommerce_specific_ship_to_countries|multiselect|||@countries
        general|woocommerce_default_customer_address|select|base|base|-,base,geolocation,geolocation_ajax
        general|woocommerce_address_autocomplete_enabled|checkbox|no|no|
        general|woocommerce_calc_taxes|checkbox|no|yes|
        general|woocommerce_enable_coupons|checkbox|yes|yes|
        general|woocommerce_calc_discounts_sequentially|checkbox|no|no|
        general|woocommerce_currency|select|USD|EUR|@currencies
        general|woocommerce_currency_pos|select|left|right_space|left,right,left_space,right_space
        general|woocommerce_price_thousand_sep|text|,|.|
        general|woocommerce_price_decimal_sep|text|.|,|
        general|woocommerce_price_num_decimals|number|2|2|
        tax|woocommerce_prices_include_tax|radio|no|yes|yes,no
        tax|woocommerce_tax_based_on|select|shipping|base|shipping,billing,base
        tax|woocommerce_shipping_tax_class|select|inherit|inherit|inherit,-,reduced-rate,zero-rate
        tax|woocommerce_tax_round_at_subtotal|checkbox|no|no|
        tax|woocommerce_tax_classes|textarea|||
        tax|woocommerce_tax_display_shop|select|excl|incl|incl,excl
        tax|woocommerce_tax_display_cart|select|excl|incl|incl,excl
        tax|woocommerce_price_display_suffix|text|||
        tax|woocommerce_tax_total_display|select|itemized|itemized|single,itemized
        products|woocommerce_shop_page_id|select||5|2,5,6,7,8
        products|woocommerce_cart_redirect_after_add|checkbox|no|no|
        products|woocommerce_enable_ajax_add_to_cart|checkbox|yes|yes|
        products|woocommerce_placeholder_image|text||4|
        products|woocommerce_weight_unit|select|lbs|kg|kg,g,lbs,oz
        products|woocommerce_dimension_unit|select|in|cm|m,cm,mm,in,yd
        products|woocommerce_enable_reviews|checkbox|yes|yes|
        products|woocommerce_review_rating_verification_label|checkbox|yes|yes|
        products|woocommerce_review_rating_verification_required|checkbox|no|no|
        products|woocommerce_enable_review_rating|checkbox|yes|yes|
        products|woocommerce_review_rating_required|checkbox|yes|yes|
        products|woocommerce_manage_stock|checkbox|yes|yes|
        products|woocommerce_hold_stock_minutes|number|60|60|
        products|woocommerce_notify_low_stock|checkbox|yes|yes|
        products|woocommerce_notify_no_stock|checkbox|yes|yes|
        products|woocommerce_notify_backorder|checkbox|yes|yes|
        products|woocommerce_stock_email_recipient|text|shop@shop.example|shop@shop.example|
        products|woocommerce_notify_low_stock_amount|number|2|2|
        products|woocommerce_notify_no_stock_amount|number|0|0|
        products|woocommerce_hide_out_of_stock_items|checkbox|no|no|
        products|woocommerce_stock_format|select|||-,low_amount,no_amount
        products|woocommerce_file_download_method|select|force|force|force,xsendfile,redirect
        products|woocommerce_downloads_redirect_fallback_allowed|checkbox|no|no|
        products|woocommerce_downloads_require_login|checkbox|no|no|
        products|woocommerce_downloads_grant_access_after_payment|checkbox|yes|yes|
        products|woocommerce_downloads_deliver_inline|checkbox|||
        products|woocommerce_downloads_add_hash_to_filename|checkbox|yes|yes|
        products|woocommerce_downloads_count_partial|checkbox|yes|yes|
        products|woocommerce_attribute_lookup_enabled|checkbox|no|no|
        products|woocommerce_attribute_lookup_direct_updates|checkbox|no|no|
        products|woocommerce_attribute_lookup_optimized_updates|checkbox|no|no|
        products|woocommerce_product_match_featured_image_by_sku|checkbox|no|no|
        advanced|woocommerce_analytics_enabled|checkbox|yes|yes|
        """

    static let settings: [ShopEntry] = zip(Int64(1)..., settingRows.split(separator: "\n")).map { number, row in
        let parts = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        let words = parts[1].replacing("woocommerce_", with: "").replacing("_", with: " ")
        let label = JSONValue.string(words.prefix(1).uppercased() + words.dropFirst())
        var body: JSONValue = [
            "group_id": .string(parts[0]), "id": .string(parts[1]), "type": .string(parts[2]), "label": label,
            "description": "", "tip": "", "default": .string(parts[3]), "value": .string(parts[4]),
        ]
        if !parts[5].isEmpty { body = body.merging(["options": options(parts[5])]) }
        return ShopEntry(id: number, body: body)
    }

    private static func options(_ text: String) -> JSONValue {
        let keys =
            switch text {
            case "@currencies": currencies
            case "@countries": ["AT", "CH", "DE", "DE:DE-BE", "FR", "GB", "JP", "OM", "US", "US:CA"]
            default: text.split(separator: ",").map { $0 == "-" ? "" : String($0) }
            }
        return .object(Dictionary(uniqueKeysWithValues: keys.map { ($0, JSONValue.string($0)) }))
    }
}
