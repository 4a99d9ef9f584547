#define _GNU_SOURCE
#include "CUSBTestbed.h"

#include <umockdev.h>

#include <errno.h>
#include <fcntl.h>
#include <linux/usbdevice_fs.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

// One URB: its name, whose it is, and what it points to here.
typedef struct {
    uint64_t id;
    UMockdevIoctlClient *client;
    UMockdevIoctlData *data;
    struct usbdevfs_urb *urb;
    // Its program is gone: nobody is to hear how it ends.
    int abandoned;
} flight;

struct till_testbed {
    UMockdevTestbed *bed;
    char *root;
};

struct till_testbed_device {
    till_testbed *bed;
    char *node;
    till_testbed_answers answers;
    UMockdevIoctlBase *handler;
    // Guards what follows.
    GMutex mutex;
    GQueue under_way, done;
    uint64_t last_id;
    int gone;
    // Counts how often it was plugged in: who opened it before has something that is gone.
    uintptr_t plugging;
    // Stands in for the node, see `show_ready`.
    int fifo;
};

till_testbed *till_testbed_open(void) {
    const char *preload = getenv("LD_PRELOAD");
    if (preload == NULL || strstr(preload, "umockdev") == NULL) return NULL;
    // Asked before a test bed exists, it remembers "no", and then sends no events of its own: ours come when the node is
    // a FIFO already.
    (void)umockdev_in_mock_environment();
    till_testbed *bed = g_new0(till_testbed, 1);
    bed->bed = umockdev_testbed_new();
    bed->root = umockdev_testbed_get_root_dir(bed->bed);
    return bed;
}

void till_testbed_close(till_testbed *bed) { g_clear_object(&bed->bed); }

const char *till_testbed_root(const till_testbed *bed) { return bed->root; }

// libusb polls a device for POLLOUT, which means that a URB can be reaped. A plain file is always writable, so its loop
// would spin; a FIFO is writable only while it is not full, so it is kept full while there is nothing to reap.
static void show_ready(till_testbed_device *device, int ready) {
    if (device->fifo < 0) return;
    static char bytes[65536];
    if (ready) {
        char sink[4096];
        while (read(device->fifo, sink, sizeof sink) > 0) {}
    } else {
        while (write(device->fifo, bytes, sizeof bytes) > 0) {}
        while (write(device->fifo, bytes, 1) > 0) {}
    }
}

static void drop(flight *one) {
    g_object_unref(one->data);
    g_free(one);
}

static flight *take_flight(GQueue *queue, uint64_t id) {
    for (GList *link = queue->head; link != NULL; link = link->next) {
        flight *one = link->data;
        if (one->id != id) continue;
        g_queue_delete_link(queue, link);
        return one;
    }
    return NULL;
}

static flight *flight_at(till_testbed_device *device, UMockdevIoctlClient *client, gulong address) {
    for (GList *link = device->under_way.head; link != NULL; link = link->next) {
        flight *one = link->data;
        if (one->client == client && one->data->client_addr == address) return one;
    }
    return NULL;
}

static flight *done_of(till_testbed_device *device, UMockdevIoctlClient *client) {
    for (GList *link = device->done.head; link != NULL; link = link->next) {
        flight *one = link->data;
        if (one->client == client) return one;
    }
    return NULL;
}

void till_testbed_complete(till_testbed_device *device, uint64_t id, int status, size_t count, const uint8_t *data) {
    g_mutex_lock(&device->mutex);
    flight *one = take_flight(&device->under_way, id);
    if (one != NULL && one->abandoned) {
        drop(one);
    } else if (one != NULL) {
        size_t setup = one->urb->type == USBDEVFS_URB_TYPE_CONTROL ? 8 : 0;
        size_t room = one->urb->buffer_length < (int)setup ? 0 : (size_t)one->urb->buffer_length - setup;
        one->urb->status = status;
        one->urb->actual_length = (int)MIN(count, room);
        if (data != NULL) memcpy((uint8_t *)one->urb->buffer + setup, data, (size_t)one->urb->actual_length);
        g_queue_push_tail(&device->done, one);
        show_ready(device, 1);
    }
    g_mutex_unlock(&device->mutex);
}

int till_testbed_awaits(till_testbed_device *device, uint64_t id) {
    g_mutex_lock(&device->mutex);
    int awaits = 0;
    for (GList *link = device->under_way.head; link != NULL; link = link->next) awaits |= ((flight *)link->data)->id == id;
    g_mutex_unlock(&device->mutex);
    return awaits;
}

static int submit(till_testbed_device *device, UMockdevIoctlClient *client, UMockdevIoctlData *argument) {
    UMockdevIoctlData *data = umockdev_ioctl_data_resolve(argument, 0, sizeof(struct usbdevfs_urb), NULL);
    if (data == NULL) return EFAULT;
    struct usbdevfs_urb *urb = (void *)data->data;
    if (urb->buffer_length > 0) {
        UMockdevIoctlData *buffer = umockdev_ioctl_data_resolve(
            data, G_STRUCT_OFFSET(struct usbdevfs_urb, buffer), (gsize)urb->buffer_length, NULL);
        if (buffer == NULL) {
            g_object_unref(data);
            return EFAULT;
        }
        g_object_unref(buffer);
    }
    flight *one = g_new0(flight, 1);
    one->client = client;
    one->data = data;
    one->urb = urb;
    g_mutex_lock(&device->mutex);
    int gone = device->gone;
    if (!gone) {
        one->id = ++device->last_id;
        g_queue_push_tail(&device->under_way, one);
    }
    g_mutex_unlock(&device->mutex);
    if (gone) {
        drop(one);
        return ENODEV;
    }
    till_urb told = {
        .id = one->id, .opener = (uint64_t)(uintptr_t)client, .type = urb->type, .endpoint = urb->endpoint,
        .buffer = urb->buffer, .length = (size_t)MAX(0, urb->buffer_length),
        .ends_empty = (urb->flags & USBDEVFS_URB_ZERO_PACKET) != 0,
    };
    int error = device->answers.submit(device->answers.context, &told);
    if (error == 0) return 0;
    g_mutex_lock(&device->mutex);
    one = take_flight(&device->under_way, told.id);
    g_mutex_unlock(&device->mutex);
    // It may have been pulled out meanwhile: then the URB has ended with that.
    if (one == NULL) return 0;
    drop(one);
    return error;
}

// True when the client was answered here.
static gboolean reap(till_testbed_device *device, UMockdevIoctlClient *client, UMockdevIoctlData *argument, int *error) {
    g_mutex_lock(&device->mutex);
    flight *one = done_of(device, client);
    if (one != NULL) g_queue_remove(&device->done, one);
    if (g_queue_is_empty(&device->done) && !device->gone) show_ready(device, 0);
    int gone = device->gone;
    g_mutex_unlock(&device->mutex);
    if (one == NULL) {
        *error = gone ? ENODEV : EAGAIN;
        return FALSE;
    }
    UMockdevIoctlData *place = umockdev_ioctl_data_resolve(argument, 0, sizeof(gpointer), NULL);
    if (place != NULL) umockdev_ioctl_data_set_ptr(place, 0, one->data);
    umockdev_ioctl_client_complete(client, 0, 0);
    if (place != NULL) g_object_unref(place);
    drop(one);
    return TRUE;
}

static unsigned number_at(UMockdevIoctlData *argument) {
    unsigned number = 0;
    UMockdevIoctlData *data = umockdev_ioctl_data_resolve(argument, 0, sizeof number, NULL);
    if (data == NULL) return 0;
    memcpy(&number, data->data, sizeof number);
    g_object_unref(data);
    return number;
}

static int drive(till_testbed_device *device, UMockdevIoctlData *argument) {
    UMockdevIoctlData *data = umockdev_ioctl_data_resolve(argument, 0, sizeof(struct usbdevfs_ioctl), NULL);
    if (data == NULL) return EFAULT;
    struct usbdevfs_ioctl wish;
    memcpy(&wish, data->data, sizeof wish);
    g_object_unref(data);
    switch ((unsigned)wish.ioctl_code) {
    case (unsigned)USBDEVFS_DISCONNECT: return device->answers.detach_driver(device->answers.context, (unsigned)wish.ifno);
    case (unsigned)USBDEVFS_CONNECT: return device->answers.attach_driver(device->answers.context, (unsigned)wish.ifno);
    default: return ENOTTY;
    }
}

static int name_driver(till_testbed_device *device, UMockdevIoctlData *argument) {
    UMockdevIoctlData *data = umockdev_ioctl_data_resolve(argument, 0, sizeof(struct usbdevfs_getdriver), NULL);
    if (data == NULL) return EFAULT;
    struct usbdevfs_getdriver *wish = (void *)data->data;
    struct usbdevfs_getdriver answer = *wish;
    int error = device->answers.driver(device->answers.context, answer.interface, answer.driver, sizeof answer.driver);
    if (error == 0) umockdev_ioctl_data_update(data, 0, (guint8 *)&answer, sizeof answer);
    g_object_unref(data);
    return error;
}

static int discard(till_testbed_device *device, UMockdevIoctlClient *client, UMockdevIoctlData *argument) {
    gulong address = *(gulong *)argument->data;
    g_mutex_lock(&device->mutex);
    flight *one = flight_at(device, client, address);
    uint64_t id = one == NULL ? 0 : one->id;
    g_mutex_unlock(&device->mutex);
    if (id == 0) return EINVAL;
    device->answers.discard(device->answers.context, id);
    return 0;
}

static int capabilities(UMockdevIoctlData *argument) {
    UMockdevIoctlData *data = umockdev_ioctl_data_resolve(argument, 0, sizeof(guint32), NULL);
    if (data == NULL) return EFAULT;
    guint32 known = USBDEVFS_CAP_ZERO_PACKET | USBDEVFS_CAP_BULK_CONTINUATION | USBDEVFS_CAP_NO_PACKET_SIZE_LIM
        | USBDEVFS_CAP_REAP_AFTER_DISCONNECT;
    umockdev_ioctl_data_update(data, 0, (guint8 *)&known, sizeof known);
    g_object_unref(data);
    return 0;
}

static int is_current(till_testbed_device *device, UMockdevIoctlClient *client) {
    g_mutex_lock(&device->mutex);
    gpointer current = (gpointer)device->plugging;
    int gone = device->gone;
    g_mutex_unlock(&device->mutex);
    gpointer its = g_object_get_data(G_OBJECT(client), "till-plugging");
    if (its == NULL) g_object_set_data(G_OBJECT(client), "till-plugging", current);
    return !gone && (its == NULL || its == current);
}

static int is_reaping(UMockdevIoctlClient *client) {
    unsigned request = (unsigned)umockdev_ioctl_client_get_request(client);
    return request == (unsigned)USBDEVFS_REAPURB || request == (unsigned)USBDEVFS_REAPURBNDELAY;
}

static gboolean answer(UMockdevIoctlBase *handler, UMockdevIoctlClient *client, till_testbed_device *device) {
    (void)handler;
    UMockdevIoctlData *argument = umockdev_ioctl_client_get_arg(client);
    if (!is_current(device, client)) {
        // What was under way when it was pulled out has ended, and is still handed out: libusb learns of the end from that.
        int gone = ENODEV;
        if (is_reaping(client) && reap(device, client, argument, &gone)) return TRUE;
        umockdev_ioctl_client_complete(client, -1, ENODEV);
        return TRUE;
    }
    uint64_t opener = (uint64_t)(uintptr_t)client;
    void *context = device->answers.context;
    int error = 0;
    switch ((unsigned)umockdev_ioctl_client_get_request(client)) {
    case (unsigned)USBDEVFS_GET_CAPABILITIES: error = capabilities(argument); break;
    case (unsigned)USBDEVFS_GETDRIVER: error = name_driver(device, argument); break;
    case (unsigned)USBDEVFS_IOCTL: error = drive(device, argument); break;
    case (unsigned)USBDEVFS_CLAIMINTERFACE:
        error = device->answers.claim(context, opener, number_at(argument));
        break;
    case (unsigned)USBDEVFS_RELEASEINTERFACE:
        error = device->answers.release(context, opener, number_at(argument));
        break;
    case (unsigned)USBDEVFS_SETINTERFACE: break;
    case (unsigned)USBDEVFS_SETCONFIGURATION:
        error = device->answers.configure(context, number_at(argument));
        break;
    // Ours never resets: printers fall off the bus.
    case (unsigned)USBDEVFS_RESET: error = ENODEV; break;
    case (unsigned)USBDEVFS_CLEAR_HALT: error = device->answers.clear_halt(context, number_at(argument)); break;
    case (unsigned)USBDEVFS_SUBMITURB: error = submit(device, client, argument); break;
    case (unsigned)USBDEVFS_DISCARDURB: error = discard(device, client, argument); break;
    case (unsigned)USBDEVFS_REAPURB:
    case (unsigned)USBDEVFS_REAPURBNDELAY:
        if (reap(device, client, argument, &error)) return TRUE;
        break;
    default: error = ENOTTY;
    }
    umockdev_ioctl_client_complete(client, error == 0 ? 0 : -1, error);
    return TRUE;
}

static uint64_t abandon_one(till_testbed_device *device, UMockdevIoctlClient *client) {
    uint64_t id = 0;
    g_mutex_lock(&device->mutex);
    for (GList *link = device->under_way.head; link != NULL && id == 0; link = link->next) {
        flight *one = link->data;
        if (one->client != client || one->abandoned) continue;
        one->abandoned = 1;
        id = one->id;
    }
    g_mutex_unlock(&device->mutex);
    return id;
}

// What a program left under way when it closed the device is taken back, and nobody hears of it.
static void vanished(UMockdevIoctlBase *handler, UMockdevIoctlClient *client, till_testbed_device *device) {
    (void)handler;
    device->answers.closed(device->answers.context, (uint64_t)(uintptr_t)client);
    uint64_t id;
    while ((id = abandon_one(device, client)) != 0) device->answers.discard(device->answers.context, id);
    g_mutex_lock(&device->mutex);
    flight *one;
    while ((one = done_of(device, client)) != NULL) {
        g_queue_remove(&device->done, one);
        drop(one);
    }
    if (g_queue_is_empty(&device->done) && !device->gone) show_ready(device, 0);
    g_mutex_unlock(&device->mutex);
}

till_testbed_device *till_testbed_add(till_testbed *bed, till_testbed_answers answers) {
    till_testbed_device *device = g_new0(till_testbed_device, 1);
    device->bed = bed;
    device->answers = answers;
    device->fifo = -1;
    g_mutex_init(&device->mutex);
    g_queue_init(&device->under_way);
    g_queue_init(&device->done);
    device->handler = umockdev_ioctl_base_new();
    g_signal_connect(device->handler, "handle-ioctl", G_CALLBACK(answer), device);
    g_signal_connect(device->handler, "client-vanished", G_CALLBACK(vanished), device);
    return device;
}

// At no moment is there no node.
static void put_fifo(till_testbed_device *device) {
    char *path = g_strconcat(device->bed->root, device->node, NULL);
    char *made = g_strconcat(path, ".new", NULL);
    unlink(made);
    if (mkfifo(made, 0600) == 0) device->fifo = open(made, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (device->fifo >= 0) (void)fcntl(device->fifo, F_SETPIPE_SZ, 4096);
    show_ready(device, 0);
    if (device->fifo >= 0 && rename(made, path) != 0) {
        close(device->fifo);
        device->fifo = -1;
    }
    g_free(made);
    g_free(path);
}

// A node's socket stays until its number is given to another device: the preload ends a program that has the node open, or
// has found it, and then not the socket.
int till_testbed_plug(till_testbed_device *device, const char *node, const char *description) {
    (void)umockdev_testbed_detach_ioctl(device->bed->bed, node, NULL);
    g_free(device->node);
    device->node = g_strdup(node);
    g_mutex_lock(&device->mutex);
    device->gone = 0;
    device->plugging++;
    g_mutex_unlock(&device->mutex);
    if (!umockdev_testbed_attach_ioctl(device->bed->bed, node, device->handler, NULL)) return EBUSY;
    if (!umockdev_testbed_add_from_string(device->bed->bed, description, NULL)) return EINVAL;
    put_fifo(device);
    return device->fifo < 0 ? EIO : 0;
}

void till_testbed_end(till_testbed_device *device) {
    g_mutex_lock(&device->mutex);
    device->gone = 1;
    // Those that the device has not heard of yet.
    flight *one;
    while ((one = g_queue_pop_head(&device->under_way)) != NULL) {
        one->urb->status = -ESHUTDOWN;
        one->urb->actual_length = 0;
        if (one->abandoned) drop(one); else g_queue_push_tail(&device->done, one);
    }
    show_ready(device, 1);
    g_mutex_unlock(&device->mutex);
}

void till_testbed_unplug(till_testbed_device *device) {
    char *path = g_strconcat(device->bed->root, device->node, NULL);
    unlink(path);
    g_free(path);
    if (device->fifo >= 0) close(device->fifo);
    device->fifo = -1;
}

void till_testbed_tell(till_testbed *bed, const char *sys, const char *action) {
    char *path = g_strconcat("/sys", sys, NULL);
    umockdev_testbed_uevent(bed->bed, path, action);
    g_free(path);
}

void till_testbed_set(till_testbed *bed, const char *sys, const char *attribute, const char *value) {
    char *path = g_strconcat("/sys", sys, NULL);
    umockdev_testbed_set_attribute(bed->bed, path, attribute, value);
    g_free(path);
}

void till_testbed_remove(till_testbed *bed, const char *sys) {
    char *path = g_strconcat("/sys", sys, NULL);
    umockdev_testbed_remove_device(bed->bed, path);
    g_free(path);
}

void till_testbed_bind(till_testbed *bed, const char *sys, const char *driver) {
    char *link = g_strconcat(bed->root, "/sys", sys, "/driver", NULL);
    unlink(link);
    if (driver != NULL) {
        char *target = g_strconcat("/sys/bus/usb/drivers/", driver, NULL);
        (void)!symlink(target, link);
        g_free(target);
    }
    g_free(link);
}
