// Compares the speed of computing urlkeys in Holdfast and in Python's `surt`. Both compute the keys of the same URLs
// alternately, each on one core.
import { createHash } from 'node:crypto';
import { makeUrlkey } from '@holdfast/surt';
import { createBenchRandom } from '../corpus/random.ts';
import { computeMedian } from '../measure.ts';
import { openPythonSurt } from './python-surt.ts';

export interface SurtRate {
  readonly urls: number;
  readonly perSecond: number;
  readonly python: { perSecond: number; timesPython: number; sameKeys: boolean } | { missing: string };
}

export async function measureSurtRate(count: number, rounds: number): Promise<SurtRate> {
  const urls = makeSurtUrls(count);
  const python = await openPythonSurt(urls);
  try {
    const [own, theirs]: [number[], number[]] = [[], []];
    timePass(urls);
    for (let round = 0; round < rounds; round++) {
      own.push(timePass(urls));
      if ('pass' in python) theirs.push(await python.pass());
    }
    const perSecond = count / computeMedian(own);
    if (!('pass' in python)) return { urls: count, perSecond, python };
    const pythonPerSecond = count / computeMedian(theirs);
    const sameKeys = (await python.digest()) === hashUrlkeys(urls);
    return {
      urls: count,
      perSecond,
      python: { perSecond: pythonPerSecond, timesPython: perSecond / pythonPerSecond, sameKeys },
    };
  } finally {
    if ('pass' in python) python.stop();
  }
}

/** Returns the seconds. */
function timePass(urls: readonly string[]): number {
  const started = performance.now();
  let characters = 0;
  for (const url of urls) characters += makeUrlkey(url).length;
  if (characters === 0) throw new Error('No keys were made.');
  return (performance.now() - started) / 1000;
}

function hashUrlkeys(urls: readonly string[]): string {
  const hash = createHash('sha256');
  for (const url of urls) hash.update(`${makeUrlkey(url)}\n`);
  return hash.digest('hex');
}

const words = [
  'news',
  'Images',
  'archive',
  'css',
  'a',
  'product',
  'Kategorie',
  'wp-content',
  '2014',
  'index.php',
];
const names = ['id', 'page', 'lang', 'utm_source', 'q', 'Sort', 'ref'];

/**
 * Returns URLs as crawls find them: most are simple, but some have queries, escapes, session IDs, ports or non-ASCII
 * characters.
 */
export function makeSurtUrls(count: number): string[] {
  const { below, pick } = createBenchRandom('surt');
  return Array.from({ length: count }, (_, number) => {
    const host = `${pick(['', 'www.', 'www2.', 'cdn.', 'Blog.'])}site-${below(5_000)}.${pick(['org', 'com', 'co.uk', 'de'])}`;
    const port = below(50) === 0 ? ':8080' : '';
    const path = Array.from({ length: 1 + below(4) }, () => pick(words)).join('/');
    const file = pick([
      '',
      '/',
      `/page-${number}.html`,
      `/${number}.jpg`,
      '/%C3%BCber%20uns.html',
      '/größe.html',
      '/../x',
    ]);
    const parameter = () => `${pick(names)}=${pick(['1', 'de', 'A%20b', String(number), ''])}`;
    const session = below(40) === 0 ? `&jsessionid=${'0123456789abcdef'.repeat(2)}` : '';
    const query =
      below(3) === 0 ? `?${Array.from({ length: 1 + below(3) }, parameter).join('&')}${session}` : '';
    return `${pick(['http', 'https'])}://${host}${port}/${path}${file}${query}${below(30) === 0 ? '#top' : ''}`;
  });
}
