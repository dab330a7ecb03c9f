// Results of CDX look-ups, compared between servers and between two index sizes, as plain data.
import type { CdxTimes } from './cdx-clients.ts';

/** Name of the query that returns every line in one response. */
export const ALL_LINES_QUERY = 'all lines';

export interface LookupPeers {
  readonly captures: number;
  readonly clients: number;
  readonly kinds: readonly ServerLookups[];
  /** Servers that were not measured, with the reasons. */
  readonly notRun: readonly string[];
}

/** Results for a small and a large index. In the results, each index counts as a server. */
export interface IndexSizeLookups {
  readonly clients: number;
  readonly kinds: readonly ServerLookups[];
}

export interface ServerLookups {
  readonly name: string;
  readonly servers: readonly ServerTimes[];
}

export interface ServerTimes extends CdxTimes {
  readonly name: string;
  /** This server's p50 divided by the p50 of the first server, which is Holdfast. */
  readonly timesP50: number;
  /** Responses per second of the first server, divided by this server's responses per second. */
  readonly timesRate: number;
}
