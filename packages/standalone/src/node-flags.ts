// Node flags with which the services run, under `npm start` and in container images (see scripts/image.mjs).

// Limit the memory of V8.
// - With the default size, the young generation collects 100 MB of garbage before it is scanned. A small one is also
// collected fastest by its own thread; helper threads would take the processor from codec threads and PostgreSQL.
// - By default, every 64 MB of external bytes trigger a full collection of the heap.
// - A grown heap is collected when it is 1.75 times as large, not 4 times: otherwise rows that pass through would stay.
// - Under many parallel requests, V8 mistakes short-lived objects for long-lived ones and allocates them in the old
// generation. They are then collected ten times later, with everything they refer to.
export const nodeFlags: readonly string[] = [
  '--max-semi-space-size=8',
  '--external-memory-accounted-in-global-limit',
  '--no-parallel-scavenge',
  '--heap-growing-percent=75',
  '--no-allocation-site-pretenuring',
];

// Settings of glibc's allocator. By default, each thread has its own arena, and buffers that are passed between threads
// fragment all arenas. In addition, large blocks would come from an arena once a large block was freed.
export const nodeEnvironment: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
};
