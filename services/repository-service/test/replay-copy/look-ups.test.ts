// Look-ups in pieces compared with a plain list of the same captures, at random and at the ends of pieces,
// blocks and answers.

import { printedSeed, temporaryFolder } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isLong, type KeySpan, listKeySpans } from '../../src/domain/keys/key-spans.ts';
import type { Capture, Direction } from '../../src/domain/replay/capture.ts';
import type { SpanCursor, TimeAndId } from '../../src/domain/replay/capture-index.ts';
import { Cold, repeatWhenWarm } from '../../src/replay-copy/cold.ts';
import { around, ofKey, ofSpan, type Times } from '../../src/replay-copy/look-ups.ts';
import type { OpenPiece } from '../../src/replay-copy/piece.ts';
import {
  capture,
  compareCaptures,
  generator,
  openAll,
  plain,
  roomyMemory,
  uuid,
  write,
} from './made-captures.ts';

const keys = [
  'a)/',
  'a)/b',
  'a)/b/c',
  'a)/b/é',
  'a)/b\u{10000}',
  'a)/b\uffff',
  'a)/\u007f',
  'org,example)/',
  'org,example)/?x=1',
  'z'.repeat(498),
  'z'.repeat(499),
  'z'.repeat(500),
  `${'z'.repeat(500)}a`,
  'é'.repeat(499),
  'é'.repeat(500),
  '\u{10000}'.repeat(499),
  `${'\u{10000}'.repeat(499)}b`,
];
const busyKey = 'org,example)/busy';
const emptyId = uuid('0'.repeat(32));
const fullId = uuid('f'.repeat(32));

const random = generator(printedSeed('look-ups into pieces'));
const below = (most: number) => Math.floor(random() * most);
const pick = <T>(from: readonly T[]): T => from[below(from.length)]!;

function madeCaptures(count: number): Capture[] {
  const made = Array.from({ length: count }, () => {
    const id = pick([emptyId, fullId, uuid(hex()), uuid(hex()), uuid(hex())]);
    const isHuge = random() < 0.01;
    return capture({
      id,
      urlkey: random() < 0.3 ? busyKey : pick(keys),
      collectionMs: pick([-5, 0, 1, 1, 2, 2 ** 33, 2 ** 33 + below(3)]),
      url: `http://example.org/${'u'.repeat(isHuge ? 3_000 : below(60))}`,
      httpStatus: pick([200, 404, undefined]),
      mime: pick(['text/html', undefined]),
      redirect: pick([undefined, 'http://example.org/there']),
      method: pick([undefined, 'POST']),
      requestBody: pick([undefined, 'a=é']),
    });
  }).sort(compareCaptures);
  // Ids are unique in the index.
  return made.filter((one, at) => at === 0 || compareCaptures(made[at - 1]!, one) < 0);
}

const hex = () => Array.from({ length: 32 }, () => below(16).toString(16)).join('');

describe('look-ups at random', () => {
  const captures = madeCaptures(800);
  const sets: OpenPiece[][] = [];

  beforeAll(async () => {
    const options = [
      { targetBytes: 1, blockBytes: 1 },
      { targetBytes: 10_000, blockBytes: 600 },
      { targetBytes: 2_000_000, blockBytes: 900 },
      { targetBytes: 40_000 },
    ];
    for (const option of options) {
      const folder = await temporaryFolder();
      sets.push(await openAll(folder, await write(folder, captures, option), roomyMemory()));
    }
  });
  afterAll(() => Promise.all(sets.flat().map((piece) => piece.close())));

  it('are of sets of pieces that differ', () => {
    expect(sets[0]!.length).toBeGreaterThan(keys.length / 2);
    expect(sets[2]!).toHaveLength(1);
  });

  it('of a key answer as the list does', async () => {
    for (let round = 0; round < 600; round++) {
      const key = pick([busyKey, busyKey, ...keys, 'a)', 'nothing', '']);
      const [direction, limit] = [pick<Direction>(['forward', 'backward']), pick(limits)];
      const page = { direction, limit, after: pick([undefined, timeAndId()]) };
      const times = someTimes();
      const found = await answer(() => ofKey(pick(sets), key, page, times));
      const inTime = captures.filter((one) => one.urlkey === key && isWithin(one, times));
      const left = inTime.filter(({ collectionMs, id }) => isBehind({ key, collectionMs, id }, page, key));
      expect(found && plain(found)).toEqual(isLong(key) ? undefined : cut(left, direction, limit));
    }
  });

  it('around a moment answer as the list does', async () => {
    for (let round = 0; round < 400; round++) {
      const key = pick([busyKey, busyKey, ...keys, 'nothing']);
      const times = someTimes();
      const [earlierToMs, laterFromMs, limit] = [pick(moments), pick(moments), pick(limits)];
      const found = await answer(() => around(pick(sets), key, { earlierToMs, laterFromMs }, limit, times));
      if (isLong(key)) {
        expect(found).toBeUndefined();
        continue;
      }
      const inTime = captures.filter((one) => one.urlkey === key && isWithin(one, times));
      const earlier = inTime.filter(({ collectionMs }) => collectionMs <= earlierToMs);
      const later = inTime.filter(({ collectionMs }) => collectionMs >= laterFromMs);
      expect(plain(found!.earlier)).toEqual(cut(earlier, 'backward', limit));
      expect(plain(found!.later)).toEqual(cut(later, 'forward', limit));
    }
  });

  it('of a span answer as the list does', async () => {
    let answered = 0;
    for (let round = 0; round < 1_000; round++) {
      const span = someSpan();
      if (span === undefined) continue;
      const [direction, limit] = [pick<Direction>(['forward', 'backward']), pick(limits)];
      const page = { direction, limit, after: pick([undefined, spanCursor()]) };
      const found = await answer(() => ofSpan(pick(sets), span, page));
      const inSpan = captures.filter(({ urlkey }) => isInSpan(urlkey, span, page));
      const left = inSpan.filter(({ urlkey, collectionMs, id }) =>
        isBehind(
          { key: urlkey, collectionMs, id },
          { direction, after: page.after?.at },
          String(page.after?.part),
        ),
      );
      const parts = [span.from?.part, span.to?.part, page.after?.part];
      const expected = cut(left, direction, limit);
      const isForPostgres = [...parts.map(String), ...expected.map(({ urlkey }) => urlkey)].some(isLong);
      expect(found && plain(found)).toEqual(isForPostgres ? undefined : expected);
      if (!isForPostgres) answered++;
    }
    expect(answered).toBeGreaterThan(100);
  });

  const limits = [0, 1, 2, 5, 20, 100, 1_000];
  const moments = [-6, -5, 0, 1, 2, 3, 2 ** 33, 2 ** 33 + 1, Number.MAX_SAFE_INTEGER];

  function someTimes(): Times {
    return {
      fromMs: pick([undefined, undefined, pick(moments)]),
      toMs: pick([undefined, undefined, pick(moments)]),
    };
  }

  function timeAndId(): TimeAndId {
    const { collectionMs, id } = pick(captures);
    return pick([
      { collectionMs, id },
      { collectionMs, id: emptyId },
      { collectionMs: pick(moments), id: fullId },
    ]);
  }

  function spanCursor(): SpanCursor {
    const { urlkey, collectionMs, id } = pick(captures);
    return { part: Buffer.from(urlkey), at: pick([undefined, { collectionMs, id }, timeAndId()]) };
  }

  function someSpan(): KeySpan | undefined {
    const from = pick(['', '', ...keys, 'a)/b', 'b']);
    const to = pick([undefined, undefined, ...keys, 'a)/b/', 'y']);
    const spans = listKeySpans({ from, below: to }, { through: random() < 0.5, behind: random() < 0.5 });
    return spans.find(({ prefix }) => prefix.length === 0);
  }
});

async function answer<T>(lookUp: () => T | Cold | undefined): Promise<T | undefined> {
  const now = lookUp();
  return now instanceof Cold ? repeatWhenWarm(now, lookUp) : now;
}

function isWithin({ collectionMs }: Capture, { fromMs, toMs }: Times): boolean {
  return !(fromMs !== undefined && collectionMs < fromMs) && !(toMs !== undefined && collectionMs > toMs);
}

function cut(sorted: readonly Capture[], direction: Direction, limit: number): Capture[] {
  return plain((direction === 'forward' ? sorted : sorted.toReversed()).slice(0, limit));
}

interface Place {
  readonly key: string;
  readonly collectionMs: number;
  readonly id: string;
}

/** Returns whether a capture comes after the cursor, if there is one; the cursor may have another key. */
function isBehind(
  { key, collectionMs, id }: Place,
  { direction, after }: { direction: Direction; after: TimeAndId | undefined },
  cursorKey: string,
): boolean {
  if (after === undefined) return true;
  const order = compareCaptures({ urlkey: key, collectionMs, id }, { urlkey: cursorKey, ...after });
  return direction === 'forward' ? order > 0 : order < 0;
}

/** A cursor replaces the bound that it lies after. */
function isInSpan(
  urlkey: string,
  { from, to }: KeySpan,
  { direction, after }: { direction: Direction; after: SpanCursor | undefined },
): boolean {
  const key = Buffer.from(urlkey);
  const [isForward, whole] = [direction === 'forward', after && !after.at];
  const low = after && isForward ? { part: after.part, inclusive: !whole } : from;
  const high = after && !isForward ? { part: after.part, inclusive: !whole } : to;
  const [aboveLow, belowHigh] = [low && key.compare(low.part), high?.part.compare(key)];
  const holds = (order: number | undefined, inclusive: boolean | undefined) =>
    order === undefined || order > 0 || (order === 0 && inclusive === true);
  return holds(aboveLow, low?.inclusive) && holds(belowHigh, high?.inclusive);
}
