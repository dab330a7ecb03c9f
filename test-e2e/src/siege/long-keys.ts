// A crawled site whose URLs all begin with the same 1,500 characters, and sixty readers who ask for all of them at once.
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { responseRecord } from '@holdfast/testkit';
import { type Attack, type Finding, noneFinding, type Target, timeFinding } from './attack.ts';
import { archiveOf, p99Ms, read } from './others.ts';

const KEYS = 20_000;
const READERS = 60;
const LISTING_MS = 2_000;
const sites = { short: '', long: 'x'.repeat(1_480) };
type Site = keyof typeof sites;

export const longKeys: Attack = {
  name: 'long-keys',

  async prepare({ repository }) {
    for (const [site, beginning] of Object.entries(sites)) {
      const urls = Array.from({ length: KEYS }, (_, i) => `http://${site}.example/${beginning}${i}`);
      const archive = Readable.from(archiveOf(urls, responseRecord));
      const { status, statuses } = await repository.client.importArchive(archive, { auid: site });
      if (status !== 200 || statuses.length !== KEYS) throw new Error(`the import was answered ${status}`);
    }
  },

  async run(target) {
    return [...(await times(target)), ...(await crowd(target))];
  },
};

async function times(target: Target): Promise<Finding[]> {
  const median = async (path: (site: Site) => string, site: Site) => {
    const took: number[] = [];
    for (let round = 0; round < 5; round += 1) took.push(await p99Ms(() => asked(target, path(site)), 1));
    return took.sort((a, b) => a - b)[2]!;
  };
  const findings: Finding[] = [];
  for (const [what, path] of [
    ['all captures of a host', hostPath],
    ['the first capture of a host', (site: Site) => `${hostPath(site)}&limit=1`],
    ['a page of an AU', (site: Site) => `/aus/${site}/artifacts?limit=1000`],
  ] as const) {
    const [shortMs, longMs] = [await median(path, 'short'), await median(path, 'long')];
    const bound = `${what} with ${KEYS} long keys, of short ones ${Math.round(shortMs)} ms`;
    findings.push(timeFinding(bound, longMs, Math.round(Math.max(2 * shortMs, 20))));
  }
  return findings;
}

async function crowd(target: Target): Promise<Finding[]> {
  const done = new AbortController();
  const reader = async () => {
    while (!done.signal.aborted) await asked(target, hostPath('long')).catch(() => undefined);
  };
  const readers = Array.from({ length: READERS }, reader);
  let [unready, probes, longestMs] = [0, 0, 0];
  for (const endMs = performance.now() + 30_000; performance.now() < endMs; probes += 1) {
    const { status } = await fetch(`${target.repository.metricsUrl}/readyz`);
    if (status !== 200) unready += 1;
    longestMs = Math.max(longestMs, await p99Ms(() => asked(target, '/aus/short/artifacts?limit=1'), 1));
    await sleep(100);
  }
  done.abort();
  await Promise.all(readers);
  return [
    noneFinding(
      `probes that found the service unready under ${READERS} readers of all of them`,
      unready,
      probes,
    ),
    timeFinding('the longest listing of one artifact meanwhile', longestMs, LISTING_MS),
  ];
}

const hostPath = (site: Site) => `/replay/cdxb/default?url=${site}.example&matchType=host`;

function asked({ repository, logins }: Target, path: string): Promise<number> {
  return read(`${repository.client.url}${path}`, logins.accessContentRole);
}
