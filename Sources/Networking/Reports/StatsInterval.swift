/// The length of the parts of a report, in WooCommerce's words.
package enum StatsInterval: String, Hashable, Sendable { case hour, day, week, month, year }
