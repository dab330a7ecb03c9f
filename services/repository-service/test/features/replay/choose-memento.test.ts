// For random times, the index chooses the same memento as a linear search.
import { makeUrlkey } from '@holdfast/surt';
import { chooseSeed } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import type { Capture } from '../../../src/domain/replay/capture.ts';
import type { CaptureIndex } from '../../../src/domain/replay/capture-index.ts';
import { chooseMemento } from '../../../src/features/replay/memento/choose-memento.ts';
import { openCaptureIndex } from '../../../src/index/replay/captures.db.ts';
import { openIndexDatabase } from '../../index-database.ts';
import { baseMs, insertCaptures } from './random-captures.ts';

const random = generator(chooseSeed('mementos at random'));
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
const hosts = Array.from({ length: 12 }, (_, i) => `site${i}.example`);
const redirectsOnly = 'moved.example';

const captures: Capture[] = [
  ...Array.from({ length: 600 }, () => made(pick(hosts), random() < 0.4)),
  ...Array.from({ length: 9 }, () => made(redirectsOnly, true)),
];
let index: CaptureIndex;

beforeAll(async () => {
  const database = await openIndexDatabase();
  await insertCaptures(database, captures);
  index = openCaptureIndex(database);
});

it('is the closest that does not redirect to its own key, the exact URL first within a second', async () => {
  for (let round = 0; round < 300; round++) {
    const host = round % 20 === 0 ? redirectsOnly : pick(hosts);
    const url = pick(urlsOf(host));
    const second = baseMs / 1000 + Math.floor(random() * 70) - 5;
    const expected = plainChoice(url, second);
    const found = await chooseMemento(index, { namespace: 'test', url, second });
    expect([url, second, found?.id]).toEqual([url, second, expected?.id]);
  }
});

it('is found with one look into the index, as a rule', async () => {
  // A second query is needed only for more captures in the same second or the second before it.
  const seconds = (of: Capture) =>
    captures
      .filter((other) => makeUrlkey(other.url) === makeUrlkey(of.url))
      .map(({ collectionMs }) => Math.floor(collectionMs / 1000))
      .filter((second) => second <= Math.floor(of.collectionMs / 1000))
      .sort((x, y) => y - x)
      .slice(0, 3);
  const one = captures.find(
    (capture) => capture.httpStatus === 200 && new Set(seconds(capture)).size === seconds(capture).length,
  );
  let looks = 0;
  const counted = new Proxy(index, {
    get(asked, name: keyof CaptureIndex) {
      looks += 1;
      return asked[name].bind(asked);
    },
  });
  const asked = { namespace: 'test', url: one!.url, second: Math.floor(one!.collectionMs / 1000) };
  expect((await chooseMemento(counted, asked))?.url).toBe(one!.url);
  expect(looks).toBeLessThanOrEqual(2);
});

function urlsOf(host: string): string[] {
  return [`http://${host}/d`, `http://${host}/d/`, `https://${host}/d`, `http://www.${host}/d`];
}

function made(host: string, isSelfRedirect: boolean): Capture {
  const url = pick(urlsOf(host));
  const id = uuidv7();
  const place = {
    id,
    url,
    urlkey: makeUrlkey(url),
    collectionMs: baseMs + Math.floor(random() * 60) * 1000 + pick([0, 7]),
  };
  const targets = isSelfRedirect
    ? ['/d/', '/d', '../d#top', `//www.${host}/d`, `https://${host}/d/`, `HTTPS://${host.toUpperCase()}/d`]
    : ['/elsewhere', 'e', `https://${host}/D2`, '?query'];
  const httpStatus = isSelfRedirect ? pick([301, 302, 307, 308]) : pick([200, 200, 404, 302, undefined]);
  const isRedirect = httpStatus !== undefined && httpStatus >= 300 && httpStatus < 400;
  return {
    ...place,
    httpStatus,
    mime: 'text/html',
    redirect: isRedirect ? pick(targets) : undefined,
    sha1: '0'.repeat(40),
    lengthBytes: 9,
  };
}

function plainChoice(url: string, second: number): Capture | undefined {
  const key = makeUrlkey(url);
  const rank = (capture: Capture) => {
    const isSelf =
      capture.redirect !== undefined && makeUrlkey(new URL(capture.redirect, capture.url).href) === key;
    const isContent = (capture.httpStatus ?? 200) < 300;
    return [
      isSelf ? 1 : 0,
      distance(capture),
      secondOf(capture),
      capture.url === url ? 0 : 1,
      isContent ? 0 : 1,
    ];
  };
  const secondOf = ({ collectionMs }: Capture) => Math.floor(collectionMs / 1000);
  const distance = (capture: Capture) => Math.abs(secondOf(capture) - second);
  return captures
    .filter((capture) => capture.urlkey === key)
    .map((capture) => ({ capture, by: [...rank(capture), capture.collectionMs] }))
    .sort((a, b) => {
      const differs = a.by.findIndex((value, i) => value !== b.by[i]);
      return differs < 0 ? (a.capture.id < b.capture.id ? -1 : 1) : a.by[differs]! - b.by[differs]!;
    })[0]?.capture;
}

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
