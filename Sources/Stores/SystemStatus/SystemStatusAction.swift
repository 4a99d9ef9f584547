import Flow
import Networking

/// Requests for what the shop says of itself.
package enum SystemStatusAction: Action {
    /// Versions, plugins and where the shop keeps its orders. The id that the shop gives itself is remembered
    /// (`AppSettingsAction.getStoreID`).
    /// - Endpoint: GET wc/v3/system_status?_fields
    /// - Offline: what is kept, with its time
    /// - Test: SystemStatusStoreTests
    case synchronizeSystemInformation(Reply<Cached<SystemStatus>>)
    /// The plugin of this name, from what is kept; nil if the shop has none, or if nothing is kept.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: SystemStatusStoreTests
    case fetchSystemPlugin(named: String, Reply<SystemPlugin?>)
    /// The first of these plugins that is installed, by their paths (`woocommerce/woocommerce.php`), from what is kept.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: SystemStatusStoreTests
    case fetchSystemPluginWithPath([String], Reply<SystemPlugin?>)
    /// Everything that the shop says of itself. It takes the shop long, and is not kept.
    /// - Endpoint: GET wc/v3/system_status
    /// - Offline: fails
    /// - Test: SystemStatusStoreTests
    case fetchSystemStatusReport(Reply<SystemStatus>)
}
