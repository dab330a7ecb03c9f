// Node flags with which the services run, under `npm start` and in container images (see scripts/image.mjs).

// These flags limit the memory of V8.
// - With the default size, 100 MB of garbage accumulate in the young generation before it is scanned. A single thread
// scans a small young generation fastest, and helper threads would compete with codec threads and PostgreSQL.
// - By default, every 64 MB of external bytes trigger a full collection of the heap.
// - The heap is collected when it has grown to 1.75 times its size, instead of 4 times. Otherwise, rows that are only
// passed on would stay in memory.
// - Under many parallel requests, V8 mistakes short-lived objects for long-lived ones and allocates them in the old
// generation. These objects, and all objects that they refer to, are then collected ten times later.
export const nodeFlags: readonly string[] = [
  '--max-semi-space-size=8',
  '--external-memory-accounted-in-global-limit',
  '--no-parallel-scavenge',
  '--heap-growing-percent=75',
  '--no-allocation-site-pretenuring',
];

// Settings of glibc's allocator. By default, each thread has its own arena, and buffers that are passed between threads
// fragment all arenas. In addition, once a large block has been freed, glibc would allocate later large blocks in an
// arena.
export const nodeEnvironment: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
};
