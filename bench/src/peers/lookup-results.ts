// What look-ups come to, beside other servers and in indexes of two sizes: plain data.
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

/** In indexes of two sizes: the servers are those of the small one and of the large one. */
export interface LookupsOfSizes {
  readonly clients: number;
  readonly kinds: readonly LookupsOfServers[];
}

export interface LookupsOfServers {
  readonly name: string;
  readonly servers: readonly ServerTimes[];
}

export interface ServerTimes extends CdxTimes {
  readonly name: string;
  /** Its p50 over that of the first, which is ours. */
  readonly timesP50: number;
  /** Answers a second of the first over its. */
  readonly timesRate: number;
}
