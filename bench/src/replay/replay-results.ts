// What the benchmark `replay` found out, as plain data: the JSON that is printed, and what the table is made of.
import type { FullScan } from './full-scan.ts';
import type { Lookups } from './lookups.ts';
import type { SurtRate } from './surt-rate.ts';

export interface ReplayResults {
  readonly captures: number;
  readonly urls: number;
  /** Captures of each busy URL. */
  readonly busyCaptures: number;
  readonly lookups: Lookups[];
  /** p50 of the ten closest of a busy URL over that of a URL with ten captures. */
  readonly busyOverTen: number;
  readonly scans: {
    /** With the default limit: an answer ends there, and a resume key leads on. */
    resumed: FullScan;
    /** In one answer, by a service whose limit allows it. */
    whole: FullScan;
  };
  readonly surt: SurtRate;
}
