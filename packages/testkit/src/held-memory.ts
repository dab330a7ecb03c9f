// What this process holds in memory once everything that nobody holds has been collected: no collector's mood is measured.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface HeldMemory {
  readonly heapBytes: number;
  /** Of buffers, outside the heap. */
  readonly bufferBytes: number;
}

/** Collects first, which takes tens of milliseconds. */
export function heldMemory(): HeldMemory {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { heapBytes: heapUsed, bufferBytes: arrayBuffers };
}
