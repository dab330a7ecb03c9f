// Generates the captures of each kind of file, independent of the archive format.
import { makeHtmlPage, makeSmallJson } from './bodies.ts';
import type { BenchRandom } from './random.ts';
import type { BenchCapture } from './triple.ts';

export type CaptureKind = 'small' | 'html' | 'large';

/** Number of captures in the full-size file. Each capture has three records. */
export const CAPTURE_COUNTS: Record<CaptureKind, number> = { small: 66_667, html: 12_000, large: 1300 };

export function makeCapture(random: BenchRandom, kind: CaptureKind, index: number): BenchCapture {
  const host = `www.journal${index % 40}.example.org`;
  const chunked = index % 5 === 0;
  return { ...makers[kind](random, host, index), chunked };
}

const makers: Record<
  CaptureKind,
  (random: BenchRandom, host: string, index: number) => Omit<BenchCapture, 'chunked'>
> = {
  small: (random, host, index) => ({
    url: `http://${host}/data/${random.below(1000)}/item-${index}.json`,
    contentType: 'application/json',
    body: Buffer.from(makeSmallJson(random, 500 + random.below(800))),
    outlinks: [],
  }),
  html: (random, host, index) => {
    const page = makeHtmlPage(random, host, 10_000 + random.below(20_000));
    const outlinks = Array.from(page.matchAll(/href="(http[^"]+)"/g), (match) => match[1]!);
    const url = `http://${host}/content/${1 + (index % 60)}/${random.below(12)}/article-${index}.html`;
    return { url, contentType: 'text/html; charset=UTF-8', body: Buffer.from(page), outlinks };
  },
  large: (random, host, index) => ({
    url: `http://${host}/content/pdf/${1 + (index % 60)}/article-${index}.pdf?download=true`,
    contentType: 'application/pdf',
    body: random.bytes(100_000 + random.below(200_000)),
    outlinks: [],
  }),
};
