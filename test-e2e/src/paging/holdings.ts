// Content for the paging drill: one large AU, a small AU, and archives of tiny records.
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { makeResponseRecord } from '@holdfast/testkit';

export const pagingNamespace = 'paging';
export const largePagingAuid = 'plugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2020';
export const smallPagingAuid = 'plugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2021';
export const pagingUrlPrefix = 'http://www.example.org/k';

export interface PagingHoldings {
  /** URLs of the large AU, each listed once per version. No writer deletes or uncommits these artifacts. */
  stable: string[];
  /** More URLs of the large AU with one version each, whose artifacts the writers may change. */
  volatile: string[];
  /** URLs of the small AU, which does not change. The large AU has artifacts with the same URLs. */
  shared: string[];
  /** URL that has a tenth of all versions. */
  busy: string;
}

/** Plans the content of both AUs. The large AU gets about `count` artifacts. */
export function planHoldings(count: number): PagingHoldings {
  const busy = 'http://www.example.org/m/busy';
  const singles = Array.from({ length: Math.floor(count * 0.7) }, (_, i) => urlOf(i));
  const thrice = Array.from({ length: Math.floor(count * 0.05) }, (_, i) => `${urlOf(i)}?thrice`);
  const volatile = Array.from({ length: Math.floor(count * 0.05) }, (_, i) => `${urlOf(i)}!volatile`);
  const versions = Array.from({ length: Math.floor(count * 0.1) }, () => busy);
  return {
    stable: [...singles, ...thrice, ...thrice, ...thrice, ...versions],
    volatile,
    shared: singles.slice(0, Math.floor(count * 0.1)),
    busy,
  };
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Spreads the URLs over the alphabet, so that the upload order differs from the listing order. */
function urlOf(number: number): string {
  const letter = letters[number % letters.length];
  return `http://www.example.org/${letter}/${(number * 7_919) % 1_009}${number % 2 ? '/' : '-'}${number}`;
}

/** Streams a WARC with a record for each URL. `mark` becomes part of the payloads, to make them distinct. */
export function streamUrlArchive(urls: readonly string[], mark: string): Readable {
  return Readable.from(generateMembers(urls, mark));
}

function* generateMembers(urls: readonly string[], mark: string): Generator<Buffer> {
  const atATime = 500;
  for (let at = 0; at < urls.length; at += atATime) {
    const some = urls.slice(at, at + atATime);
    yield Buffer.concat(
      some.map((url, i) => gzipSync(makeResponseRecord(url, Buffer.from(`${mark} ${at + i}`)), { level: 1 })),
    );
  }
}
