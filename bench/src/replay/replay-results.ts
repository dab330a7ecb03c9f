// Results of the benchmark `replay` as plain data, for JSON and tables.
import type { FullScan } from './full-scan.ts';
import type { Lookups } from './lookups.ts';
import type { SurtRate } from './surt-rate.ts';

export interface ReplayResults {
  readonly captures: number;
  readonly urls: number;
  /** Number of captures of each busy URL. */
  readonly busyCaptures: number;
  readonly lookups: Lookups[];
  /** p50 of the ten closest captures of a busy URL, divided by p50 for a URL with ten captures. */
  readonly busyOverTen: number;
  readonly scans: {
    /** Scan with the default limit and resume keys. */
    resumed: FullScan;
    /** Scan in a single response, from a service whose limit allows this. */
    whole: FullScan;
  };
  readonly surt: SurtRate;
}
