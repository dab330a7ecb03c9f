// Generates archives of random captures, many of which have equal URLs or times. States the expected urlkey of each
// URL, so that the test does not depend on the service's own canonicalization.
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { makeResponseRecord } from '@holdfast/testkit';
import type { SeededRandom } from '../support/seeded.ts';

export interface GeneratedReplayCapture {
  url: string;
  urlkey: string;
  ms: number;
}

/** A capture after its import, with its UUID. */
export interface StoredCapture extends GeneratedReplayCapture {
  uuid: string;
}

export const firstCaptureSecond = Date.UTC(2014, 0, 26, 20, 6, 24) / 1000;
/** Time between the earliest and the latest possible capture, in seconds. */
export const captureDurationSeconds = 60;

// Long common prefix of several keys. It makes these keys longer than an index entry may be.
const long = `long/${'x'.repeat(520)}`;

export const busyUrl = 'http://example.com/busy';
const sites: [url: string, urlkey: string][] = [
  ['http://example.com/', 'com,example)/'],
  ['https://www.example.com/', 'com,example)/'],
  ['http://example.com/a', 'com,example)/a'],
  ['HTTP://WWW2.Example.COM:80/A', 'com,example)/a'],
  ['http://example.com/a/', 'com,example)/a'],
  ['http://example.com/a/b', 'com,example)/a/b'],
  ['http://example.com/a?x=1', 'com,example)/a?x=1'],
  ['http://example.com/a?y=2&x=1', 'com,example)/a?x=1&y=2'],
  ['http://example.com/ab', 'com,example)/ab'],
  ['http://example.com/a%C3%A9', 'com,example)/a%c3%a9'],
  ['http://example.com:8080/a', 'com,example:8080)/a'],
  ['http://sub.example.com/a', 'com,example,sub)/a'],
  ['http://deep.sub.example.com/', 'com,example,sub,deep)/'],
  ['http://example.com.evil.org/', 'org,evil,com,example)/'],
  ['http://example-two.com/a', 'com,example-two)/a'],
  ['http://other.org/', 'org,other)/'],
  [busyUrl, 'com,example)/busy'],
  ['https://example.com/busy', 'com,example)/busy'],
  ...['c', 'a', 'b'].map((end): [string, string] => [
    `http://example.com/${long}${end}`,
    `com,example)/${long}${end}`,
  ]),
];
export const longUrl = `http://example.com/${long}`;

export function generateCaptures(
  { chance, pick, below }: SeededRandom,
  count: number,
): GeneratedReplayCapture[] {
  const busy = sites.filter(([, key]) => key.endsWith('busy'));
  return Array.from({ length: count }, () => {
    const [url, urlkey] = pick(chance(0.25) ? busy : sites);
    // Puts most captures of the busy URL into the same second.
    const second = urlkey.endsWith('busy') && chance(0.7) ? 30 : below(captureDurationSeconds);
    const ms = (firstCaptureSecond + second) * 1000 + (chance(0.5) ? 0 : below(1000));
    return { url, urlkey, ms };
  });
}

/** Streams an archive of the captures, each with its own payload. */
export function streamCaptureArchive(captures: readonly GeneratedReplayCapture[]): Readable {
  return Readable.from(generateMembers(captures));
}

function* generateMembers(captures: readonly GeneratedReplayCapture[]): Generator<Buffer> {
  for (const [number, { url, ms }] of captures.entries()) {
    const record = makeResponseRecord(url, Buffer.from(`capture ${number}`), new Date(ms).toISOString());
    yield gzipSync(record, { level: 1 });
  }
}
