// How much room the disk of the spool has.
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Metrics } from './metrics.ts';
import { polledGauges } from './polled-gauges.ts';

export function spoolMetrics(metrics: Metrics, folder: string): void {
  polledGauges(metrics, () => roomIn(folder), [
    {
      name: 'holdfast_spool_free_bytes',
      help: 'Room on the file system of the spool, for uploads that must wait.',
      value: ({ freeBytes }) => freeBytes,
    },
    {
      name: 'holdfast_spool_size_bytes',
      help: 'Size of that file system.',
      value: ({ sizeBytes }) => sizeBytes,
    },
  ]);
}

/** The folder is made when it is first needed. */
async function roomIn(folder: string): Promise<{ freeBytes: number; sizeBytes: number }> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return roomIn(dirname(folder));
  }
}
