#include "CMoultBytes.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void moult_grow_heap_in_strides(void) {
#ifdef __GLIBC__
  mallopt(M_TOP_PAD, 64 << 20);
#endif
}
