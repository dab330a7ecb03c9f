// What the listings of the paging drill hold: one large AU and a small one beside it, and archives of tiny records.
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { responseRecord } from '@holdfast/testkit';

export const namespace = 'paging';
export const largeAu = 'plugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2020';
export const smallAu = 'plugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2021';
export const prefix = 'http://www.example.org/k';

export interface Holdings {
  /** URLs of the large AU, each as often as it has versions. Nobody deletes them or takes them back. */
  stable: string[];
  /** More of the large AU, one version each, for writers to do with what they like. */
  volatile: string[];
  /** URLs of the small AU; they are stable as well, and the large one has all of them. */
  shared: string[];
  /** The one URL with a tenth of all versions. */
  busy: string;
}

/** About `count` artifacts in the large AU. */
export function holdingsOf(count: number): Holdings {
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

/** All over the alphabet, so that what follows each other in the upload does not in the listing. */
function urlOf(number: number): string {
  const letter = letters[number % letters.length];
  return `http://www.example.org/${letter}/${(number * 7_919) % 1_009}${number % 2 ? '/' : '-'}${number}`;
}

/** A WARC of these URLs, made while it is sent; `mark` makes its payloads differ from those of others. */
export function archiveOf(urls: readonly string[], mark: string): Readable {
  return Readable.from(members(urls, mark));
}

function* members(urls: readonly string[], mark: string): Generator<Buffer> {
  const atATime = 500;
  for (let at = 0; at < urls.length; at += atATime) {
    const some = urls.slice(at, at + atATime);
    yield Buffer.concat(
      some.map((url, i) => gzipSync(responseRecord(url, Buffer.from(`${mark} ${at + i}`)), { level: 1 })),
    );
  }
}
