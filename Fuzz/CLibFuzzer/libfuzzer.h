// libFuzzer as a library (llvm.org/docs/LibFuzzer.html): comes with the toolchain, linked by -sanitize=fuzzer.
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*testOneInput)(const uint8_t *data, size_t size));
