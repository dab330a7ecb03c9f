// How Node runs a service: under `npm start` and in the container images alike. scripts/image.mjs reads this list.

// A young generation as large as Node's default holds 100 MB of rubbish before it looks at it; and by default every
// 64 MB of bytes that pass through make the whole heap be looked at. Young generations as small as these are collected
// fastest by the thread they belong to: helpers take the processor from codec threads and PostgreSQL. A heap that has
// grown is collected once it has doubled, not when it is four times as large: rows on their way through would stay.
// What requests are made of dies young, though V8 takes some of it for what lasts, from when many were under way at once, and
// makes it among what is old: it is then collected ten times as late, and keeps what it refers to.
export const nodeFlags: readonly string[] = [
  '--max-semi-space-size=16',
  '--external-memory-accounted-in-global-limit',
  '--no-parallel-scavenge',
  '--heap-growing-percent=100',
  '--no-allocation-site-pretenuring',
];
