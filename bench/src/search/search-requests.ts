// Sends requests to GET /search, one at a time, and measures them.
import { createBenchRandom } from '../corpus/random.ts';
import { computeQuantile } from '../create/creators.ts';
import type { BenchSystem } from '../service/system.ts';
import { SEARCH_NAMESPACE } from './load-searched.ts';

interface SearchAnswer {
  readonly captures: readonly unknown[];
  readonly tooMany?: boolean;
  readonly urls: { readonly state: string; readonly queued?: number };
}

export interface SearchLatency {
  readonly name: string;
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Requests that found nothing. */
  readonly without: number;
  /** Requests without results because of too many matches. */
  readonly tooMany: number;
}

/** Returns the texts to search for, by kind. `urls`: URLs that exist. */
export function makeSearchTexts(urls: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const random = createBenchRandom('search texts');
  const partOf = (url: string, length: number) => {
    const path = url.slice(url.indexOf('/', 8) + 1);
    const start = random.below(Math.max(1, path.length - length));
    return path.slice(start, start + length);
  };
  return {
    '3 characters': urls.map((url) => partOf(url, 3)),
    '5 characters': urls.map((url) => partOf(url, 5)),
    '8 characters': urls.map((url) => partOf(url, 8)),
    '20 characters': urls.map((url) => partOf(url, 20)),
    'a whole URL': urls,
    'the start of a URL': urls.map((url) => url.slice(0, url.lastIndexOf('/'))),
    'nothing has it': urls.map((_, i) => `zqx${i}wvk`),
    'with %': urls.map((url) => `${partOf(url, 4)}%2F`),
    'a word of every URL': ['example.org', 'journal-', 'article', '.html', 'http://'],
  };
}

export async function measureSearch(
  system: BenchSystem,
  name: string,
  texts: readonly string[],
): Promise<SearchLatency> {
  const ms: number[] = [];
  let [without, tooMany] = [0, 0];
  for (const text of texts) {
    const begunMs = performance.now();
    const found = await search(system, text);
    ms.push(performance.now() - begunMs);
    if (found.tooMany === true) tooMany++;
    else if (found.captures.length === 0) without++;
  }
  ms.sort((a, b) => a - b);
  return {
    name,
    requests: texts.length,
    p50Ms: computeQuantile(ms, 0.5),
    p99Ms: computeQuantile(ms, 0.99),
    without,
    tooMany,
  };
}

/** Waits until the URLs of all segments are stored. Returns the time in seconds. */
export async function waitForSearch(system: BenchSystem): Promise<number> {
  const begunMs = performance.now();
  for (;;) {
    const urls = await readState(system);
    if (urls?.state === 'unavailable' || urls?.state === 'off')
      throw new Error(`The search is ${urls.state}.`);
    if (urls?.state === 'ready' && urls.queued === 0) return (performance.now() - begunMs) / 1000;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function search(system: BenchSystem, q: string): Promise<SearchAnswer> {
  const { status, body } = await ask(system, q);
  if (status !== 200) throw new Error(`GET /search: ${status} ${body}`);
  return JSON.parse(body) as SearchAnswer;
}

/** Returns the state of the search. Returns undefined while the service is too busy. */
async function readState(system: BenchSystem): Promise<SearchAnswer['urls'] | undefined> {
  const { status, body } = await ask(system, 'zqxwvk');
  return status === 200 ? (JSON.parse(body) as SearchAnswer).urls : undefined;
}

async function ask(
  { url, user, password }: BenchSystem,
  q: string,
): Promise<{ status: number; body: string }> {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const query = new URLSearchParams({ namespace: SEARCH_NAMESPACE, q });
  const response = await fetch(`${url}/search?${query}`, { headers: { authorization } });
  return { status: response.status, body: await response.text() };
}
