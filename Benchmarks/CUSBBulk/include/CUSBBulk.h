#ifndef TILL_CUSBBULK_H
#define TILL_CUSBBULK_H

#include <stddef.h>
#include <stdint.h>

/// The peer of the benchmark: libusb's own synchronous calls in plain C. Opens the device, takes its interface 0 and writes
/// `bytes` to an endpoint `times` over, in transfers of 16 KiB. Notes the nanoseconds of each time, without those of opening.
/// Returns 0, or libusb's error.
int usb_bulk_send(
    uint16_t vendor, uint16_t product, uint8_t endpoint, const uint8_t *bytes, size_t count, int64_t *nanoseconds,
    size_t times);

#endif
