import Foundation

extension ShopTemplate {
    static let gateways = parsed(
        #"""
        [{"id":"bacs","title":"Überweisung","description":"","order":"","enabled":true,"method_title":"Direct bank transfer",
        "method_description":"","method_supports":["products"],"settings":{"title":{"id":"title","label":"Title",
        "description":"","type":"safe_text","value":"Überweisung","default":"Überweisung","tip":"","placeholder":""},
        "instructions":{"id":"instructions","label":"Instructions","description":"","type":"textarea","value":"",
        "default":"","tip":"","placeholder":""}}},{"id":"cheque","title":"Scheck","description":"","order":"",
        "enabled":true,"method_title":"Check payments","method_description":"","method_supports":["products"],
        "settings":{"title":{"id":"title","label":"Title","description":"","type":"safe_text","value":"Scheck",
        "default":"Scheck","tip":"","placeholder":""},"instructions":{"id":"instructions","label":"Instructions",
        "description":"","type":"textarea","value":"","default":"","tip":"","placeholder":""}}},{"id":"cod",
        "title":"Barzahlung","description":"Bar an der Kasse","order":"","enabled":true,"method_title":"Cash on delivery",
        "method_description":"","method_supports":["products"],"settings":{"title":{"id":"title","label":"Title",
        "description":"","type":"safe_text","value":"Barzahlung","default":"Barzahlung","tip":"","placeholder":""},
        "instructions":{"id":"instructions","label":"Instructions","description":"","type":"textarea","value":"",
        "default":"","tip":"","placeholder":""},"enable_for_methods":{"id":"enable_for_methods","label":"Enable for shipping methods",
        "description":"","type":"multiselect","value":"","default":"","tip":"","placeholder":"","options":{}},
        "enable_for_virtual":{"id":"enable_for_virtual","label":"Accept COD if the order is virtual","description":"",
        "type":"checkbox","value":"yes","default":"yes","tip":"","placeholder":""}}}]
        """#)

    static let systemStatus = parsed(
        #"""
        {"environment":{"home_url":"","site_url":"","store_id":"00000000-0000-4000-8000-000000000000","version":"",
        "log_directory":"/var/www/html/wp-content/uploads/wc-logs/","log_directory_writable":true,"wp_version":"7.1",
        "wp_multisite":false,"wp_memory_limit":536870912,"wp_debug_mode":false,"wp_cron":true,"wp_environment_type":"production",
        "language":"en_US","external_object_cache":null,"server_info":"till-sim","server_architecture":"Linux",
        "php_version":"8.2.0","php_post_max_size":33554432,"php_max_execution_time":30,"php_max_input_vars":1000,
        "curl_version":"8.5.0","suhosin_installed":false,"max_upload_size":33554432,"mysql_version":"10.11.0",
        "mysql_version_string":"10.11.0-MariaDB","default_timezone":"UTC","fsockopen_or_curl_enabled":true,
        "soapclient_enabled":false,"domdocument_enabled":true,"gzip_enabled":true,"mbstring_enabled":true,
        "remote_post_successful":true,"remote_post_response":"","remote_get_successful":true,"remote_get_response":""},
        "database":{"wc_database_version":"11.0.1","database_prefix":"wp_","maxmind_geoip_database":"","database_tables":{"woocommerce":{},
        "other":{}},"database_size":{"data":3.5,"index":3.25}},"active_plugins":[{"plugin":"woocommerce/woocommerce.php",
        "name":"WooCommerce","version":"11.0.1","version_latest":"11.0.1","url":"https://woocommerce.com/",
        "author_name":"Automattic","author_url":"https://woocommerce.com","network_activated":false}],"inactive_plugins":[],
        "dropins_mu_plugins":{"dropins":[],"mu_plugins":[]},"theme":{"name":"Twenty Twenty-Five","version":"1.5",
        "version_latest":0,"author_url":"https://wordpress.org","is_child_theme":false,"is_block_theme":true,
        "has_woocommerce_support":false,"has_woocommerce_file":false,"has_outdated_templates":false,"overrides":[],
        "parent_name":"","parent_version":"","parent_version_latest":"","parent_author_url":""},"settings":{"api_enabled":false,
        "force_ssl":false,"currency":"","currency_symbol":"","currency_position":"right_space","thousand_separator":".",
        "decimal_separator":",","number_of_decimals":2,"geolocation_enabled":false,"taxonomies":{},"product_visibility_terms":{},
        "woocommerce_com_connected":"no","enforce_approved_download_dirs":true,"order_datastore":"OrdersTableDataStore",
        "HPOS_enabled":true,"HPOS_sync_enabled":false,"enabled_features":["analytics"]},"security":{"secure_connection":true,
        "hide_errors":true},"pages":[],"post_type_counts":[{"type":"product","count":"30"}],"logging":{"logging_enabled":true,
        "default_handler":"LogHandlerFileV2","retention_period_days":30,"level_threshold":"","log_directory_size":"90 KB"}}
        """#)
}
