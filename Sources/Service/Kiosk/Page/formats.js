/** Amounts, times and foreign text, as a language writes them. */
import { element } from "./element.js";

/** The tag for Intl. Arabic with the digits that terminals and receipts show. */
function locale(language) {
    return language === "ar" ? "ar-u-nu-latn" : language;
}

/** An amount with its currency, exact at any size: the digits are moved as text, never divided. */
export function amountText(amount, language) {
    const { minor, currency, exponent } = amount;
    const decimal = decimalText(minor, exponent);
    try {
        return new Intl.NumberFormat(locale(language), {
            style: "currency", currency, minimumFractionDigits: exponent, maximumFractionDigits: exponent,
        }).format(decimal);
    } catch {
        return `${decimal} ${currency}`;
    }
}

/** `1234`, exponent 2 → `12.34`. */
export function decimalText(minor, exponent) {
    const sign = minor < 0 ? "-" : "";
    const digits = String(Math.abs(minor)).padStart(exponent + 1, "0");
    if (exponent === 0) return sign + digits;
    return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** The time of day in a time zone, or where this machine stands if there is none; the date too if it is another day's. */
export function timeText(iso, language, zone) {
    if (!iso) return "";
    const time = new Date(iso);
    if (Number.isNaN(time.getTime())) return "";
    const day = inZone("en", { dateStyle: "short" }, zone);
    const isToday = day.format(time) === day.format(new Date());
    const style = isToday ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" };
    return inZone(locale(language), style, zone).format(time);
}

/** A format in a time zone; in this machine's own if the browser does not know that one. */
function inZone(language, style, zone) {
    try {
        return new Intl.DateTimeFormat(language, { ...style, timeZone: zone ?? undefined });
    } catch {
        return new Intl.DateTimeFormat(language, style);
    }
}

/** A whole number. */
export function numberText(number, language) {
    return new Intl.NumberFormat(locale(language)).format(number);
}

/** A percentage given in whole percent. */
export function percentText(percent, language) {
    return new Intl.NumberFormat(locale(language), { style: "percent", maximumFractionDigits: 1 }).format(percent / 100);
}

/** How long something takes or has taken, in the largest unit that fits. */
export function durationText(milliseconds, language) {
    const seconds = Math.max(0, Math.round(milliseconds / 1000));
    const [number, unit] = seconds < 60 ? [seconds, "second"]
        : seconds < 3600 ? [Math.floor(seconds / 60), "minute"]
        : seconds < 86400 ? [Math.floor(seconds / 3600), "hour"] : [Math.floor(seconds / 86400), "day"];
    return new Intl.NumberFormat(locale(language), { style: "unit", unit, unitDisplay: "long" }).format(number);
}

/** Text from outside: isolated, so that its direction and overrides end where it ends. */
export function foreign(text, properties = {}) {
    return element("bdi", properties, String(text ?? ""));
}
