// Memory of this process after a full garbage collection.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface RetainedMemory {
  readonly heapBytes: number;
  /** Size of the buffers outside the JavaScript heap, in bytes. */
  readonly bufferBytes: number;
}

/** Measures the memory after a garbage collection, which takes tens of milliseconds. */
export function measureRetainedMemory(): RetainedMemory {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { heapBytes: heapUsed, bufferBytes: arrayBuffers };
}
