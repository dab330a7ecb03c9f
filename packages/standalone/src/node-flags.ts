// How Node runs a service: under `npm start` and in the container images alike. scripts/image.mjs reads what is here.

// A young generation as large as Node's default holds 100 MB of rubbish before it looks at it; and by default every
// 64 MB of bytes that pass through make the whole heap be looked at. Young generations as small as these are collected
// fastest by the thread they belong to: helpers take the processor from codec threads and PostgreSQL. A heap that has
// grown is collected when it is three quarters larger, not four times as large: rows on their way through would stay.
// What requests are made of dies young, though V8 takes some of it for what lasts, from when many were under way at once, and
// makes it among what is old: it is then collected ten times as late, and keeps what it refers to.
export const nodeFlags: readonly string[] = [
  '--max-semi-space-size=8',
  '--external-memory-accounted-in-global-limit',
  '--no-parallel-scavenge',
  '--heap-growing-percent=75',
  '--no-allocation-site-pretenuring',
];

// For the allocator of glibc. By default each thread allocates in a pool of its own, and buffers that threads hand to each other
// leave holes in all of them; and what is large comes out of a pool as well, once something as large was given back.
export const nodeEnvironment: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
};
