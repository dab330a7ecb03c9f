// Results of the benchmark `replay`, as plain data for JSON and tables.
import type { FullScan } from './full-scan.ts';
import type { LookupMeasurement } from './lookups.ts';
import type { SurtRate } from './surt-rate.ts';

export interface ReplayResults {
  readonly captures: number;
  readonly urls: number;
  /** Number of captures of each busy URL. */
  readonly busyCaptures: number;
  readonly lookups: LookupMeasurement[];
  /**
   * p50 of a query for the ten captures of a busy URL closest to a time, divided by the p50 for a URL that has ten
   * captures.
   */
  readonly busyOverTen: number;
  readonly scans: {
    /** Scan in many responses with the default limit, using resume keys. */
    resumed: FullScan;
    /** Scan in a single response, by a service with a higher limit. */
    whole: FullScan;
  };
  readonly surt: SurtRate;
}
