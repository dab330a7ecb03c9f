// Measures look-ups one at a time, alternately over HTTP and as a hand-written SELECT of the same rows. Compares every
// response with the rows.

import type { BenchRandom } from '../corpus/random.ts';
import { computeQuantile } from '../create/creators.ts';
import type { BareSelectRow, BareSelects } from './bare-select.ts';
import type { CdxClient, CdxQuery } from './cdx-client.ts';
import { makeClosestQuery } from './closest-query.ts';
import { type BenchSite, type BenchSites, toUrlFolder } from './sites.ts';

export interface LookupMeasurement {
  readonly name: string;
  /** Total number of rows in all look-ups. */
  readonly rows: number;
  readonly overHttp: LookupLatency;
  readonly bareSelect: LookupLatency;
  /** p50 over HTTP, divided by the p50 of the SELECT. */
  readonly timesSelect: number;
}

export interface LookupLatency {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface LookupDeps {
  readonly client: CdxClient;
  readonly select: BareSelects;
  readonly random: BenchRandom;
}

interface Lookup {
  readonly query: CdxQuery;
  select(): Promise<BareSelectRow[]>;
}

type LookupFactory = (deps: LookupDeps, sites: BenchSites) => Lookup;

const PREFIX_LIMIT = 100;

export const REPLAY_LOOKUP_KINDS = {
  'exact, usual URL': ({ select, random }, { usual }) => {
    const { url, urlkey } = random.pick(usual);
    return { query: { url }, select: () => select.exact(urlkey) };
  },
  'closest, usual URL': (deps, { usual }) => makeClosestLookup(deps, deps.random.pick(usual), 1),
  'closest as pywb asks, usual URL': (deps, { usual }) =>
    makeClosestLookup(deps, deps.random.pick(usual), 100),
  'prefix, 100 captures': ({ select, random }, { usual }) => {
    const { url, urlkey } = random.pick(usual);
    const from = toUrlFolder(urlkey);
    const query = { url: toUrlFolder(url), matchType: 'prefix', limit: PREFIX_LIMIT };
    return { query, select: () => select.range(from, `${from.slice(0, -1)}0`, PREFIX_LIMIT) };
  },
  'ten closest, URL with 10': (deps, { ten }) => makeClosestLookup(deps, deps.random.pick(ten), 10),
  'ten closest, busy URL': (deps, { busy }) => makeClosestLookup(deps, deps.random.pick(busy), 10),
  'closest as pywb asks, busy URL': (deps, { busy }) => makeClosestLookup(deps, deps.random.pick(busy), 100),
} satisfies Record<string, LookupFactory>;

export type LookupKind = keyof typeof REPLAY_LOOKUP_KINDS;

/** Measures `count` look-ups of each kind, after a warm-up with a tenth of that number. */
export async function measureLookups(
  deps: LookupDeps,
  sites: BenchSites,
  count: number,
): Promise<LookupMeasurement[]> {
  const kinds = Object.keys(REPLAY_LOOKUP_KINDS) as LookupKind[];
  for (const kind of kinds) await measureKind(deps, sites, kind, Math.ceil(count / 10));
  const found: LookupMeasurement[] = [];
  for (const kind of kinds) found.push(await measureKind(deps, sites, kind, count));
  return found;
}

async function measureKind(
  deps: LookupDeps,
  sites: BenchSites,
  name: LookupKind,
  count: number,
): Promise<LookupMeasurement> {
  const [http, select] = [new Float64Array(count), new Float64Array(count)];
  let rows = 0;
  for (let at = 0; at < count; at++) {
    const lookup = REPLAY_LOOKUP_KINDS[name](deps, sites);
    const ask = () => measureTime(() => deps.client.text(lookup.query));
    const look = () => measureTime(() => lookup.select());
    const askedFirst = at % 2 === 0 ? await ask() : undefined;
    const looked = await look();
    const asked = askedFirst ?? (await ask());
    checkRows(lookup.query, asked.value, looked.value);
    http[at] = asked.ms;
    select[at] = looked.ms;
    rows += looked.value.length;
  }
  const [overHttp, bareSelect] = [computeLatency(http), computeLatency(select)];
  return { name, rows, overHttp, bareSelect, timesSelect: overHttp.p50Ms / bareSelect.p50Ms };
}

function makeClosestLookup(
  { select, random }: LookupDeps,
  { url, urlkey }: BenchSite,
  limit: number,
): Lookup {
  const { second, query } = makeClosestQuery(random, url, limit);
  return { query: { ...query, matchType: 'exact' }, select: () => select.closest(urlkey, second, limit) };
}

async function measureTime<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const started = performance.now();
  const value = await work();
  return { ms: performance.now() - started, value };
}

function checkRows(query: CdxQuery, text: string, rows: readonly BareSelectRow[]): void {
  const ids = [...text.matchAll(/:([0-9a-f-]{36})\.warc\.gz$/gm)].map(([, id]) => id);
  if (ids.length === rows.length && rows.every(({ id }, i) => id === ids[i])) return;
  throw new Error(
    `cdxb and the SELECT disagree about ${JSON.stringify(query)}: ${ids.length}, ${rows.length} rows.`,
  );
}

function computeLatency(all: Float64Array): LookupLatency {
  const sorted = [...all.sort()];
  return { p50Ms: computeQuantile(sorted, 0.5), p99Ms: computeQuantile(sorted, 0.99) };
}
