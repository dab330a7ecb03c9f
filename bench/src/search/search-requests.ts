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
  /** Number of requests that found nothing. */
  readonly without: number;
  /** Number of requests without results because of too many matches. */
  readonly tooMany: number;
  /** Number of additional requests that the service refused with status 503. */
  readonly refused: number;
}

/** Maximum number of refusals in a row. */
const MAX_REFUSALS = 5;

/** Returns the texts to search for, by kind. `urls`: URLs that exist. */
export function makeSearchTexts(urls: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const random = createBenchRandom('search texts');
  const partOf = (url: string, length: number) => {
    const path = url.slice(url.indexOf('/', 8) + 1);
    const start = random.below(Math.max(1, path.length - length));
    return path.slice(start, start + length);
  };
  const wordOf = (url: string, length: number) => {
    const words = url.slice(8).match(new RegExp(`[a-z0-9]{${length},}`, 'g'))!;
    const word = words[random.below(words.length)]!;
    const start = random.below(word.length - length + 1);
    return word.slice(start, start + length);
  };
  return {
    '3 characters': urls.map((url) => wordOf(url, 3)),
    '5 characters': urls.map((url) => partOf(url, 5)),
    '8 characters': urls.map((url) => partOf(url, 8)),
    '20 characters': urls.map((url) => partOf(url, 20)),
    'rare: in one URL': urls.map((url) => url.slice(url.lastIndexOf('-', url.lastIndexOf('-') - 1))),
    'common: in 1 % of the URLs': urls.map((_, i) => `journal-${i % 97}/`),
    'common: in every URL': urls.map((_, i) => EVERYWHERE[i % EVERYWHERE.length]!),
    'a whole URL': urls,
    'the start of a URL': urls.map((url) => url.slice(0, url.lastIndexOf('/'))),
    absent: urls.map((_, i) => `zqx${i}wvk`),
    'absent, with %': urls.map((url) => `${partOf(url, 4)}%2F`),
  };
}

const EVERYWHERE = ['example.org', 'journal-', 'article', '.html', 'http://'];

export async function measureSearch(
  system: BenchSystem,
  name: string,
  texts: readonly string[],
): Promise<SearchLatency> {
  const ms: number[] = [];
  let [without, tooMany, refused] = [0, 0, 0];
  for (const text of texts) {
    const found = await searchUntilAnswered(system, text);
    ms.push(found.ms);
    refused += found.refused;
    if (found.answer.tooMany === true) tooMany++;
    else if (found.answer.captures.length === 0) without++;
  }
  ms.sort((a, b) => a - b);
  return {
    name,
    requests: texts.length,
    p50Ms: computeQuantile(ms, 0.5),
    p99Ms: computeQuantile(ms, 0.99),
    without,
    tooMany,
    refused,
  };
}

/** Time after which a job that stores no further URLs counts as stuck. */
const STUCK_MS = 600_000;
const REPORT_EVERY_MS = 10_000;

/** Waits until the URLs of all segments are stored. Reports the progress. Returns the time in seconds. */
export async function waitForSearch(
  system: BenchSystem,
  say: (sentence: string) => void = () => undefined,
): Promise<number> {
  const begunMs = performance.now();
  let [reportedMs, changedMs, queued] = [begunMs, begunMs, Number.NaN];
  for (;;) {
    const { status, body } = await sendSearch(system, 'zqxwvk');
    // Ignores other statuses, because the service may be too busy to respond.
    const urls = status === 200 ? (JSON.parse(body) as SearchAnswer).urls : undefined;
    if (urls?.state === 'unavailable' || urls?.state === 'off') throw new Error(`The search: ${body}`);
    const nowMs = performance.now();
    if (urls?.state === 'ready' && urls.queued === 0) return (nowMs - begunMs) / 1000;
    if (urls?.queued !== undefined && urls.queued !== queued) [changedMs, queued] = [nowMs, urls.queued];
    if (nowMs - changedMs > STUCK_MS) throw new Error(`The search does not become ready: ${status} ${body}`);
    if (nowMs - reportedMs > REPORT_EVERY_MS) {
      say(urls ? `${urls.queued} segments are waiting…` : `${status} ${body}`);
      reportedMs = nowMs;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

const WARM_UP_REQUESTS = 20;

/** Sends the same requests to a new node, with or without search, so that imports in all modes start equally warm. */
export async function prepareSearch(system: BenchSystem, isOn: boolean): Promise<void> {
  if (isOn) await waitForSearch(system);
  for (let i = 0; i < WARM_UP_REQUESTS; i++) await sendSearch(system, `zqx${i}wvk`);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
}

/** Searches once. Repeats the request after a refusal. `ms`: duration of the answered request. */
async function searchUntilAnswered(
  system: BenchSystem,
  q: string,
): Promise<{ answer: SearchAnswer; ms: number; refused: number }> {
  for (let refused = 0; ; refused++) {
    const begunMs = performance.now();
    const { status, body } = await sendSearch(system, q);
    const ms = performance.now() - begunMs;
    if (status === 200) return { answer: JSON.parse(body) as SearchAnswer, ms, refused };
    if (status !== 503 || refused >= MAX_REFUSALS) throw new Error(`GET /search: ${status} ${body}`);
    console.error(`GET /search?q=${q}: 503 after ${ms.toFixed(0)} ms: ${body}`);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

async function sendSearch(
  { url, user, password }: BenchSystem,
  q: string,
): Promise<{ status: number; body: string }> {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const query = new URLSearchParams({ namespace: SEARCH_NAMESPACE, q });
  const response = await fetch(`${url}/search?${query}`, { headers: { authorization } });
  return { status: response.status, body: await response.text() };
}
