#include "CUSBBulk.h"

#include <libusb.h>
#include <time.h>

enum { TRANSFER = 16 << 10 };

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int send_once(libusb_device_handle *device, uint8_t endpoint, const uint8_t *bytes, size_t count) {
    while (count > 0) {
        int length = count < TRANSFER ? (int)count : TRANSFER;
        int sent = 0;
        int error = libusb_bulk_transfer(device, endpoint, (unsigned char *)bytes, length, &sent, 1000);
        if (error != 0 && error != LIBUSB_ERROR_TIMEOUT) return error;
        bytes += sent;
        count -= (size_t)sent;
    }
    return 0;
}

int usb_bulk_send(
    uint16_t vendor, uint16_t product, uint8_t endpoint, const uint8_t *bytes, size_t count, int64_t *nanoseconds,
    size_t times) {
    libusb_context *context;
    int error = libusb_init(&context);
    if (error != 0) return error;
    libusb_device_handle *device = libusb_open_device_with_vid_pid(context, vendor, product);
    if (device == NULL) {
        libusb_exit(context);
        return LIBUSB_ERROR_NOT_FOUND;
    }
    libusb_set_auto_detach_kernel_driver(device, 1);
    error = libusb_claim_interface(device, 0);
    for (size_t i = 0; i < times && error == 0; i++) {
        int64_t start = now();
        error = send_once(device, endpoint, bytes, count);
        nanoseconds[i] = now() - start;
    }
    libusb_release_interface(device, 0);
    libusb_close(device);
    libusb_exit(context);
    return error;
}
