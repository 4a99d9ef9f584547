#ifndef TILL_CUSBTESTBED_H
#define TILL_CUSBTESTBED_H

#include <stddef.h>
#include <stdint.h>

/// Simulated USB devices for a child process that uses libusb and knows nothing of it, on umockdev.
///
/// The process must run under umockdev-wrapper; whatever it starts sees the devices in /sys and /dev and reaches them by
/// USBDEVFS ioctls, which are answered here.
typedef struct till_testbed till_testbed;
typedef struct till_testbed_device till_testbed_device;

/// What a URB is for (linux/usbdevice_fs.h).
enum { TILL_URB_INTERRUPT = 1, TILL_URB_CONTROL = 2, TILL_URB_BULK = 3 };

typedef struct {
    /// Names it until it is completed.
    uint64_t id;
    /// Who has the device open.
    uint64_t opener;
    int type;
    uint8_t endpoint;
    /// With the eight bytes of a control request in front.
    const uint8_t *buffer;
    size_t length;
} till_urb;

/// Called on threads of the test bed, without a lock of it; each may call `till_testbed_complete`.
typedef struct {
    void *context;
    void (*submit)(void *context, const till_urb *urb);
    /// Takes a URB back: completes it, or leaves it where it has ended already.
    void (*discard)(void *context, uint64_t id);
    /// Takes an interface, or gives it back. Returns 0 or an error number.
    int (*claim)(void *context, uint64_t opener, unsigned interface);
    int (*release)(void *context, uint64_t opener, unsigned interface);
    /// Sends the kernel's driver away, or has it come back. Returns 0 or an error number.
    int (*detach_driver)(void *context, unsigned interface);
    int (*attach_driver)(void *context, unsigned interface);
    /// The driver of an interface, copied to `name`. Returns 0 or an error number.
    int (*driver)(void *context, unsigned interface, char *name, size_t size);
    int (*clear_halt)(void *context, unsigned endpoint);
    /// The program has closed the device, or has ended.
    void (*closed)(void *context, uint64_t opener);
} till_testbed_answers;

/// Null where this is no process of umockdev-wrapper.
till_testbed *till_testbed_open(void);

/// A device that is not plugged in yet: its place in /sys without that, its node in /dev, and a description as umockdev
/// reads it.
till_testbed_device *till_testbed_add(
    till_testbed *bed, const char *sys, const char *node, const char *description, till_testbed_answers answers);

/// Returns 0, or an error number.
int till_testbed_plug(till_testbed_device *device);
/// What is under way must be completed before.
void till_testbed_unplug(till_testbed_device *device);

/// Ends a URB with minus an error number or 0, and how many bytes went over; `data` is what came from the device, behind
/// the eight bytes of a control request. From any thread; a URB that is unknown is left alone.
void till_testbed_complete(till_testbed_device *device, uint64_t id, int status, size_t count, const uint8_t *data);

/// Runs a program under the test bed and returns its wait status when it has ended. `standard` is a descriptor that the
/// child has as number 3, or -1.
int till_testbed_run(till_testbed *bed, char *const arguments[], int standard);

/// Passes a signal to the program that runs, if any.
void till_testbed_signal(till_testbed *bed, int number);

#endif
