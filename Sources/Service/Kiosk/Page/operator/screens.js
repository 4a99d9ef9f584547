/** The screens behind the PIN, by name. */
import * as accounts from "./accounts.js";
import * as days from "./day.js";
import * as deliveries from "./deliveries.js";
import * as devices from "./devices.js";
import * as entry from "./entry.js";
import * as settle from "./settle.js";

export const screens = {
    operator_pin: entry.pin, operator_home: entry.home, operator_settings: entry.settings,
    operator_devices: devices.devices, operator_receipts: devices.receipts,
    operator_payments: accounts.payments, operator_payment: accounts.payment, operator_day: days.day, operator_figures: accounts.figures,
    operator_doubts: settle.doubts, operator_doubt: settle.doubt, operator_settlement: settle.settlement,
    operator_deliveries: deliveries.deliveries, operator_delivery: deliveries.delivery,
};
