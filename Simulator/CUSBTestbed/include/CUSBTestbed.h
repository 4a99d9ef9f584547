#ifndef TILL_CUSBTESTBED_H
#define TILL_CUSBTESTBED_H

#include <stddef.h>
#include <stdint.h>

/// Simulated USB devices for a child process that uses libusb and knows nothing of it, on umockdev.
///
/// The process must run under umockdev-wrapper. Whatever it starts, and any other process of umockdev-wrapper with its
/// UMOCKDEV_DIR, sees the devices in /sys and /dev and reaches them by USBDEVFS ioctls, which are answered here.
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
    /// Whether an empty packet follows where the last one is full.
    int ends_empty;
} till_urb;

/// Called on threads of the test bed, without a lock of it; each may call `till_testbed_complete`.
typedef struct {
    void *context;
    /// Takes a URB on, and completes it some time. Returns 0, or an error number where it was refused.
    int (*submit)(void *context, const till_urb *urb);
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
    /// Takes on a configuration, by its number.
    int (*configure)(void *context, unsigned configuration);
    /// The program has closed the device, or has ended.
    void (*closed)(void *context, uint64_t opener);
} till_testbed_answers;

/// Null where this is no process of umockdev-wrapper.
till_testbed *till_testbed_open(void);

/// Removes its files. No program may have a device open any more, and nothing may be plugged in or out.
void till_testbed_close(till_testbed *bed);

/// The folder that holds what its programs have for /sys and /dev: their variable UMOCKDEV_DIR.
const char *till_testbed_root(const till_testbed *bed);

/// A device that is not plugged in yet.
till_testbed_device *till_testbed_add(till_testbed *bed, till_testbed_answers answers);

/// Calls that change what is plugged in come one at a time.

/// Puts it and its interfaces into /sys and its node into /dev, as umockdev reads it; nobody is told. Returns 0, or an
/// error number.
int till_testbed_plug(till_testbed_device *device, const char *node, const char *description);
/// From here on its URBs are refused, and those still under way end.
void till_testbed_end(till_testbed_device *device);
/// After that whoever has it open is alone with it. It may be plugged in again.
void till_testbed_unplug(till_testbed_device *device);

/// Sends a uevent for a place in /sys, without that.
void till_testbed_tell(till_testbed *bed, const char *sys, const char *action);
/// Changes an attribute of a place in /sys.
void till_testbed_set(till_testbed *bed, const char *sys, const char *attribute, const char *value);
/// Takes a place out of /sys.
void till_testbed_remove(till_testbed *bed, const char *sys);
/// Shows which driver has an interface there; null: none.
void till_testbed_bind(till_testbed *bed, const char *sys, const char *driver);

/// Ends a URB with minus an error number or 0, and how many bytes went over; `data` is what came from the device, behind
/// the eight bytes of a control request. From any thread; a URB that is unknown is left alone.
void till_testbed_complete(till_testbed_device *device, uint64_t id, int status, size_t count, const uint8_t *data);
/// Whether a URB is under way. From any thread.
int till_testbed_awaits(till_testbed_device *device, uint64_t id);

#endif
