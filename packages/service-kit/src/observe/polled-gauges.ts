// Gauges whose values come from a database or a disk. A slow or unavailable source does not delay other metrics.

import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import type { Metrics } from './metrics.ts';

export interface PolledGauge<Found> {
  readonly name: string;
  readonly help: string;
  /** Returns the value of the gauge. If undefined, the gauge keeps its previous value. */
  readonly value?: (found: Found) => number | undefined;
  /** Returns the values of a gauge with one label, by label value. */
  readonly byLabel?: { readonly label: string; values(found: Found): Readonly<Record<string, number>> };
}

/** Maximum time for which a scrape waits for new values. Prometheus waits ten seconds for the whole scrape. */
const PATIENCE_MS = 2_000;

/**
 * Registers the gauges. Calls `ask` once for all gauges, at most every `freshMs` and never concurrently. If `ask` fails
 * or takes longer than `PATIENCE_MS`, the gauges keep their previous values.
 */
export function registerPolledGauges<Found>(
  { registry }: Metrics,
  ask: () => Promise<Found>,
  gauges: readonly PolledGauge<Found>[],
  { freshMs = 500 }: { freshMs?: number } = {},
): void {
  let asking: Promise<Found | undefined> | undefined;
  let answeredMs = Number.NEGATIVE_INFINITY;
  const current = (): Promise<Found | undefined> => {
    if (asking !== undefined && performance.now() - answeredMs < freshMs) return asking;
    // Considers the values fresh while `ask` is running, so that it is not called concurrently.
    answeredMs = Number.POSITIVE_INFINITY;
    asking = ask()
      .catch(() => undefined)
      .finally(() => {
        answeredMs = performance.now();
      });
    return asking;
  };
  for (const { name, help, value, byLabel } of gauges) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: byLabel === undefined ? [] : [byLabel.label],
      registers: [registry],
      // All processes report the same value, so their maximum is that value.
      aggregator: 'max',
      async collect() {
        const found = await Promise.race([current(), sleep(PATIENCE_MS, undefined, { ref: false })]);
        if (found === undefined) return;
        const number = value?.(found);
        if (number !== undefined) this.set(number);
        if (byLabel === undefined) return;
        this.reset();
        for (const [word, count] of Object.entries(byLabel.values(found)))
          this.set({ [byLabel.label]: word }, count);
      },
    });
    // Removes the initial value 0, so that the gauge is absent until its value is known.
    if (byLabel === undefined) gauge.remove();
  }
}

export function registerSpoolMetrics(metrics: Metrics, folder: string): void {
  registerPolledGauges(metrics, () => measureDisk(folder), [
    {
      name: 'holdfast_spool_free_bytes',
      help: 'Free space on the file system of the spool.',
      value: ({ freeBytes }) => freeBytes,
    },
    {
      name: 'holdfast_spool_size_bytes',
      help: 'Size of the file system of the spool.',
      value: ({ sizeBytes }) => sizeBytes,
    },
  ]);
}

/** Measures the disk of the folder, or of its nearest existing parent if the folder does not exist yet. */
async function measureDisk(folder: string): Promise<{ freeBytes: number; sizeBytes: number }> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return measureDisk(dirname(folder));
  }
}
