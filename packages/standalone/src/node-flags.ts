// Node flags of the services under `npm start` and in container images (see scripts/image.mjs).

// Flags that limit the memory of V8:
// - A small young generation. With the default size, 100 MB of garbage accumulate before each scavenge.
// - One thread per scavenge. It suffices for a small young generation; helper threads would compete with codec threads
// and PostgreSQL.
// - No full collection for every 64 MB of external memory, which is V8's default.
// - A full collection when the heap has grown to 1.75 times its size, instead of 4 times.
// - No pretenuring. Under load, V8 would allocate short-lived objects in the old generation, where they stay much
// longer.
export const nodeFlags: readonly string[] = [
  '--max-semi-space-size=8',
  '--external-memory-accounted-in-global-limit',
  '--no-parallel-scavenge',
  '--heap-growing-percent=75',
  '--no-allocation-site-pretenuring',
];

// Settings of glibc's allocator. The first one limits the number of arenas: by default, each thread has its own, and
// buffers that pass between threads fragment all of them. The second one keeps large blocks out of the arenas: by
// default, glibc raises this threshold when a large block is freed.
export const nodeEnvironment: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
};
