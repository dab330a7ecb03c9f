// What look-ups beside other servers come to: plain data.
import type { CdxTimes } from './cdx-clients.ts';

/** Every line there is, in one answer. */
export const ALL_LINES = 'all lines';

export interface LookupPeers {
  readonly captures: number;
  readonly clients: number;
  readonly kinds: readonly LookupsOfServers[];
  /** Sentences about those that could not be had. */
  readonly notRun: readonly string[];
}

export interface LookupsOfServers {
  readonly name: string;
  readonly servers: readonly ServerTimes[];
}

export interface ServerTimes extends CdxTimes {
  readonly name: string;
  /** Its p50 over ours. */
  readonly timesP50: number;
  /** Our answers a second over its. */
  readonly timesRate: number;
}
