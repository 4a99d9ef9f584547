import Foundation

/// What the resources of WooCommerce 11 look like: the members, with what they hold in a new one.
enum ShopTemplate {
    static let name = "Café am Markt"

    static let order = parsed(
        #"""
        {"parent_id":0,"status":"pending","version":"11.0.1","discount_total":"0.00","discount_tax":"0.00",
        "shipping_total":"0.00","shipping_tax":"0.00","cart_tax":"0.00","total":"0.00","total_tax":"0.00",
        "customer_id":0,"billing":{"first_name":"","last_name":"","company":"","address_1":"","address_2":"",
        "city":"","state":"","postcode":"","country":"","email":"","phone":""},"shipping":{"first_name":"",
        "last_name":"","company":"","address_1":"","address_2":"","city":"","state":"","postcode":"","country":"",
        "phone":""},"payment_method":"","payment_method_title":"","transaction_id":"","customer_ip_address":"",
        "customer_user_agent":"","created_via":"rest-api","customer_note":"","date_completed":null,"date_completed_gmt":null,
        "date_paid":null,"date_paid_gmt":null,"cart_hash":"","meta_data":[],"line_items":[],"tax_lines":[],
        "shipping_lines":[],"fee_lines":[],"coupon_lines":[],"refunds":[],"is_editable":true,"needs_payment":true,
        "needs_processing":true}
        """#)

    static let refund = parsed(
        #"""
        {"date_created":null,"date_created_gmt":null,"amount":"0.00","reason":"","refunded_by":0,"refunded_payment":false,
        "meta_data":[],"line_items":[],"shipping_lines":[],"tax_lines":[],"fee_lines":[]}
        """#)

    static let product = parsed(
        #"""
        {"name":"","slug":"","permalink":"","date_created":null,"date_created_gmt":null,"date_modified":null,
        "date_modified_gmt":null,"type":"simple","status":"publish","featured":false,"catalog_visibility":"visible",
        "description":"","short_description":"","sku":"","price":"","regular_price":"","sale_price":"","date_on_sale_from":null,
        "date_on_sale_from_gmt":null,"date_on_sale_to":null,"date_on_sale_to_gmt":null,"on_sale":false,"purchasable":false,
        "total_sales":0,"virtual":false,"downloadable":false,"downloads":[],"download_limit":-1,"download_expiry":-1,
        "external_url":"","button_text":"","tax_status":"taxable","tax_class":"","manage_stock":false,"stock_quantity":null,
        "backorders":"no","backorders_allowed":false,"backordered":false,"low_stock_amount":null,"sold_individually":false,
        "weight":"","dimensions":{"length":"","width":"","height":""},"shipping_required":true,"shipping_taxable":true,
        "shipping_class":"","shipping_class_id":0,"reviews_allowed":true,"average_rating":"0.00","rating_count":0,
        "upsell_ids":[],"cross_sell_ids":[],"parent_id":0,"purchase_note":"","categories":[],"brands":[],
        "tags":[],"images":[],"attributes":[],"default_attributes":[],"variations":[],"grouped_products":[],
        "menu_order":0,"price_html":"","related_ids":[],"meta_data":[],"stock_status":"instock","has_options":false,
        "post_password":"","global_unique_id":""}
        """#)

    static let variation = parsed(
        #"""
        {"type":"variation","date_created":null,"date_created_gmt":null,"date_modified":null,"date_modified_gmt":null,
        "description":"","permalink":"","sku":"","global_unique_id":"","price":"","regular_price":"","sale_price":"",
        "date_on_sale_from":null,"date_on_sale_from_gmt":null,"date_on_sale_to":null,"date_on_sale_to_gmt":null,
        "on_sale":false,"status":"publish","purchasable":true,"virtual":false,"downloadable":false,"downloads":[],
        "download_limit":-1,"download_expiry":-1,"tax_status":"taxable","tax_class":"","manage_stock":false,
        "stock_quantity":null,"stock_status":"instock","backorders":"no","backorders_allowed":false,"backordered":false,
        "low_stock_amount":null,"weight":"","dimensions":{"length":"","width":"","height":""},"shipping_class":"",
        "shipping_class_id":0,"image":null,"gallery_image_ids":[],"attributes":[],"menu_order":0,"meta_data":[],
        "name":"","parent_id":0}
        """#)

    static let customer = parsed(
        #"""
        {"date_created":null,"date_created_gmt":null,"date_modified":null,"date_modified_gmt":null,"email":"",
        "first_name":"","last_name":"","role":"customer","username":"","billing":{"first_name":"","last_name":"",
        "company":"","address_1":"","address_2":"","city":"","state":"","postcode":"","country":"","email":"",
        "phone":""},"shipping":{"first_name":"","last_name":"","company":"","address_1":"","address_2":"",
        "city":"","state":"","postcode":"","country":"","phone":""},"is_paying_customer":false,"avatar_url":""}
        """#)

    static let coupon = parsed(
        #"""
        {"code":"","amount":"0.00","status":"publish","date_created":null,"date_created_gmt":null,"date_modified":null,
        "date_modified_gmt":null,"discount_type":"fixed_cart","description":"","date_expires":null,"date_expires_gmt":null,
        "usage_count":0,"individual_use":false,"product_ids":[],"excluded_product_ids":[],"usage_limit":null,
        "usage_limit_per_user":null,"limit_usage_to_x_items":null,"free_shipping":false,"product_categories":[],
        "excluded_product_categories":[],"exclude_sale_items":false,"minimum_amount":"0.00","maximum_amount":"0.00",
        "email_restrictions":[],"used_by":[],"meta_data":[]}
        """#)

    static let review = parsed(
        #"""
        {"date_created":null,"date_created_gmt":null,"product_id":0,"product_name":"","product_permalink":"",
        "status":"approved","reviewer":"","reviewer_email":"","review":"","rating":0,"verified":false,"reviewer_avatar_urls":{"24":"",
        "48":"","96":""}}
        """#)

    static let tax = parsed(
        #"""
        {"country":"","state":"","postcode":"","city":"","rate":"0.0000","name":"","priority":1,"compound":false,
        "shipping":true,"order":0,"class":"standard","postcodes":[],"cities":[]}
        """#)

    static let webhook = parsed(
        #"""
        {"name":"","status":"active","topic":"","resource":"","event":"","hooks":[],"delivery_url":"","secret":"",
        "date_created":null,"date_created_gmt":null,"date_modified":null,"date_modified_gmt":null}
        """#)

    static let category = parsed(
        #"""
        {"name":"","slug":"","parent":0,"description":"","display":"default","image":null,"menu_order":0,
        "count":0}
        """#)

    static let tag = parsed(
        #"""
        {"name":"","slug":"","description":"","count":0}
        """#)

    static let term = parsed(
        #"""
        {"name":"","slug":"","description":"","menu_order":0,"count":0}
        """#)

    static let attribute = parsed(
        #"""
        {"name":"","slug":"","type":"select","order_by":"menu_order","has_archives":false}
        """#)

    static let avatars = parsed(
        #"""
        {"24":"","48":"","96":""}
        """#)

    static let userMeta = parsed(
        #"""
        {"variable_product_tour_shown":"","activity_panel_inbox_last_read":"","activity_panel_reviews_last_read":"",
        "categories_report_columns":"","coupons_report_columns":"","customers_report_columns":"","orders_report_columns":"",
        "products_report_columns":"","revenue_report_columns":"","taxes_report_columns":"","variations_report_columns":"",
        "dashboard_sections":"","dashboard_chart_type":"","dashboard_chart_interval":"","dashboard_leaderboard_rows":"",
        "order_attribution_install_banner_dismissed":"","scheduled_updates_promotion_notice_dismissed":"",
        "homepage_layout":"","homepage_stats":"","task_list_tracked_started_tasks":"","android_app_banner_dismissed":"",
        "launch_your_store_tour_hidden":"","coming_soon_banner_dismissed":""}
        """#)

    /// A template that is damaged would be an empty object; a test reads them all.
    static func parsed(_ text: String) -> JSONValue { (try? JSONValue(parsing: Data(text.utf8))) ?? [:] }
}
