// Attack: a crawled site whose URLs share their first 1,500 characters, and sixty readers that concurrently request all
// of its URLs. Listings and scans are compared with keys of the same length without a common prefix. Listings are also
// compared with short keys, by the time per byte: a listing contains each URL twice and is twenty times as long as with
// short URLs. Single index accesses are compared directly with short keys.
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeResponseRecord } from '@holdfast/testkit';
import {
  makeTimeFinding,
  makeZeroFinding,
  type SiegeAttack,
  type SiegeFinding,
  type SiegeTarget,
} from './attack.ts';
import { buildArchive, measureP99Ms, readWholeResponse } from './others.ts';

const KEYS = 20_000;
const READERS = 60;
const LISTING_MS = 2_000;
/**
 * Maximum ratio of the times per byte. The service assembles responses with long keys from strings, but copies
 * responses with short keys from PostgreSQL's rows as bytes.
 */
const MAX_TIMES_RATE = 4;
/**
 * Maximum ratio of the times. Keys with a long common prefix need two scans, one by their first part and one by the
 * rest.
 */
const MAX_TIMES = 3;
/** Minimum limit in milliseconds, because even a multiple of a few milliseconds is within the noise. */
const LEAST_MS = 20;
const LONG = 'x'.repeat(1_480);
const sites = {
  short: (number: number) => `${number}`,
  long: (number: number) => `${LONG}${number}`,
  /** Keys of the same length with different prefixes. */
  apart: (number: number) => `${number}${LONG}`,
};
type Site = keyof typeof sites;

export const longKeys: SiegeAttack = {
  name: 'long-keys',

  async prepare({ repository }) {
    for (const [site, path] of Object.entries(sites)) {
      const urls = Array.from({ length: KEYS }, (_, i) => `http://${site}.example/${path(i)}`);
      const archive = Readable.from(buildArchive(urls, makeResponseRecord));
      const { status, statuses } = await repository.client.importArchive(archive, { auid: site });
      if (status !== 200 || statuses.length !== KEYS) throw new Error(`the import was answered ${status}`);
    }
  },

  async run(target) {
    return [...(await compareResponseTimes(target)), ...(await sendConcurrently(target))];
  },
};

/** Requests whose responses list keys. */
const shown: Readonly<Record<string, (site: Site) => string>> = {
  'all captures of a host': hostPath,
  'a page of an AU': (site) => `/aus/${site}/artifacts?limit=1000`,
};

/** Requests with one-line responses that scan all other keys, that is, index entries of 1,500 bytes. */
const passed: Readonly<Record<string, (site: Site) => string>> = {
  'a capture behind 19,000 others': (site) => `${hostPath(site)}&offset=19000&limit=1`,
  'the number of captures of a host': (site) => `${hostPath(site)}&showNumPages=true&pageSize=1`,
};

/** Requests with one-line responses that need a single index access. */
const sought: Readonly<Record<string, (site: Site) => string>> = {
  'the first capture of a host': (site) => `${hostPath(site)}&limit=1`,
  'the last capture of a host': (site) => `${hostPath(site)}&sort=reverse&limit=1`,
};

async function compareResponseTimes(target: SiegeTarget): Promise<SiegeFinding[]> {
  const findings: SiegeFinding[] = [];
  for (const [what, path] of Object.entries({ ...shown, ...passed })) {
    const [long, apart] = [
      await measureResponse(target, path('long')),
      await measureResponse(target, path('apart')),
    ];
    findings.push(makeBoundedFinding(`${what}, of other beginnings ${Math.round(apart.ms)} ms`, long, apart));
    if (what in shown) findings.push(rateFinding(what, long, await measureResponse(target, path('short'))));
  }
  for (const [what, path] of Object.entries(sought)) {
    const [long, short] = [
      await measureResponse(target, path('long')),
      await measureResponse(target, path('short')),
    ];
    findings.push(makeBoundedFinding(`${what}, of short keys ${Math.round(short.ms)} ms`, long, short));
  }
  return findings;
}

function makeBoundedFinding(what: string, long: TimedResponse, than: TimedResponse): SiegeFinding {
  return makeTimeFinding(
    `${KEYS} keys of one long beginning: ${what}`,
    long.ms,
    Math.round(Math.max(MAX_TIMES * than.ms, LEAST_MS)),
  );
}

interface TimedResponse {
  readonly ms: number;
  readonly sizeBytes: number;
}

/** Sends a request five times. Returns the median. */
async function measureResponse(target: SiegeTarget, path: string): Promise<TimedResponse> {
  const all: TimedResponse[] = [];
  for (let round = 0; round < 5; round += 1) {
    const begunMs = performance.now();
    const sizeBytes = await requestBytes(target, path);
    all.push({ ms: performance.now() - begunMs, sizeBytes });
  }
  return all.sort((a, b) => a.ms - b.ms)[2]!;
}

function rateFinding(what: string, long: TimedResponse, short: TimedResponse): SiegeFinding {
  const [ms, shortMs] = [(long.ms / long.sizeBytes) * 1e6, (short.ms / short.sizeBytes) * 1e6];
  const times = (long.sizeBytes / short.sizeBytes).toFixed(1);
  const took = `${Math.round(long.ms)} ms, of short keys ${Math.round(short.ms)} ms`;
  return {
    what: `${KEYS} keys of one long beginning: ${what}, ${times} times the bytes in ${took}`,
    figure: `${ms.toFixed(1)} ms/MB`,
    bound: `≤ ${(MAX_TIMES_RATE * shortMs).toFixed(1)} ms/MB`,
    isHeld: ms <= MAX_TIMES_RATE * shortMs,
  };
}

async function sendConcurrently(target: SiegeTarget): Promise<SiegeFinding[]> {
  const done = new AbortController();
  const reader = async () => {
    while (!done.signal.aborted) await requestBytes(target, hostPath('long')).catch(() => undefined);
  };
  const readers = Array.from({ length: READERS }, reader);
  let [unready, probes, longestMs] = [0, 0, 0];
  for (const endMs = performance.now() + 30_000; performance.now() < endMs; probes += 1) {
    const { status } = await fetch(`${target.repository.metricsUrl}/readyz`);
    if (status !== 200) unready += 1;
    longestMs = Math.max(
      longestMs,
      await measureP99Ms(() => requestBytes(target, '/aus/short/artifacts?limit=1'), 1),
    );
    await sleep(100);
  }
  done.abort();
  await Promise.all(readers);
  return [
    makeZeroFinding(
      `probes that found the service unready under ${READERS} readers of all of them`,
      unready,
      probes,
    ),
    makeTimeFinding('the longest listing of one artifact meanwhile', longestMs, LISTING_MS),
  ];
}

function hostPath(site: Site): string {
  return `/replay/cdxb/default?url=${site}.example&matchType=host`;
}

function requestBytes({ repository, logins }: SiegeTarget, path: string): Promise<number> {
  return readWholeResponse(`${repository.client.url}${path}`, logins.accessContentRole);
}
