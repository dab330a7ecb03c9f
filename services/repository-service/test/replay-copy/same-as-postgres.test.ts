// Random look-ups in pieces compared with look-ups in the index: pieces made from PostgreSQL's rows give the
// same answers.
import { type Database, preparedRaw, type RawRows } from '@holdfast/pg-kit';
import { printedSeed, temporaryFolder } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { isLong, listKeySpans } from '../../src/domain/keys/key-spans.ts';
import type { Capture, Direction } from '../../src/domain/replay/capture.ts';
import type { TimeAndId } from '../../src/domain/replay/capture-index.ts';
import { findAround, findOfKey, findOfSpan } from '../../src/index/replay/prepared-captures.db.ts';
import { captureLayout } from '../../src/index/replay/raw-captures.ts';
import type { IndexSchema } from '../../src/index/schema.ts';
import { Cold, repeatWhenWarm } from '../../src/replay-copy/cold.ts';
import { around, ofKey, ofSpan } from '../../src/replay-copy/look-ups.ts';
import type { OpenPiece } from '../../src/replay-copy/piece.ts';
import { writePieces } from '../../src/replay-copy/write-pieces.ts';
import { baseMs, insertCaptures, randomCaptures } from '../features/replay/random-captures.ts';
import { indexDatabase } from '../index-database.ts';
import { deps, everything, generator, openAll, plain, roomyMemory } from './made-captures.ts';

const captures = randomCaptures(3_000);
const random = generator(printedSeed('pieces beside PostgreSQL'));
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
let database: Database<IndexSchema>;
let pieces: OpenPiece[];

beforeAll(async () => {
  database = await indexDatabase();
  await insertCaptures(database, captures);
  const folder = await temporaryFolder();
  const options = { targetBytes: 60_000, blockBytes: 2_000 };
  pieces = await openAll(folder, await writePieces(deps, folder, rows(), everything, options), roomyMemory());
  expect(pieces.length).toBeGreaterThan(3);
});
afterAll(() => Promise.all(pieces.map((piece) => piece.close())));

async function* rows(): AsyncGenerator<RawRows> {
  yield await allRows(database.pool, []);
}

const allRows = preparedRaw(
  'all_captures',
  `select ${captureLayout.select} from artifact where committed order by urlkey, collection_ms, id`,
);

it('captures of a key', async () => {
  await eachRound(async ({ key, scope, direction, after, limit }) => {
    const page = { direction, after, limit };
    const expected = await findOfKey(database.pool, scope, key, page);
    same(await answer(() => ofKey(pieces, key, page, scope)), expected);
  });
});

it('captures around a moment', async () => {
  await eachRound(async ({ key, scope, limit }) => {
    const sides = { earlierToMs: someMs(), laterFromMs: someMs() };
    const expected = await findAround(database.pool, scope, key, sides, limit);
    const found = await answer(() => around(pieces, key, sides, limit, scope));
    same(found?.earlier, expected?.earlier);
    same(found?.later, expected?.later);
  });
});

it('captures of a span', async () => {
  await eachRound(async ({ key, scope, direction, after, limit }) => {
    const [span] = listKeySpans({
      from: pick(['', 'com,example)/', key]),
      below: pick([undefined, 'com-', 'zzz']),
    });
    if (!span || span.prefix.length > 0) return;
    const part = { part: Buffer.from(pick(captures).urlkey.slice(0, 499)), at: after };
    const page = { direction, after: pick([undefined, part]), limit };
    const expected = await findOfSpan(
      database.pool,
      { ...scope, fromMs: undefined, toMs: undefined },
      span,
      page,
    );
    same(await answer(() => ofSpan(pieces, span, page)), expected);
  });
});

interface Round {
  readonly key: string;
  readonly scope: { namespace: string; fromMs: number | undefined; toMs: number | undefined };
  readonly direction: Direction;
  readonly after: TimeAndId | undefined;
  readonly limit: number;
}

async function eachRound(ask: (round: Round) => Promise<void>): Promise<void> {
  for (let round = 0; round < 250; round++) {
    const { collectionMs, id } = pick(captures);
    await ask({
      key: pick([pick(captures).urlkey, 'com,example)/none']),
      scope: { namespace: 'test', fromMs: pick([undefined, someMs()]), toMs: pick([undefined, someMs()]) },
      direction: pick(['forward', 'backward']),
      after: pick([undefined, { collectionMs, id }]),
      limit: pick([1, 2, 10, 100, 1_000]),
    });
  }
}

function someMs(): number {
  return baseMs + Math.floor(random() * 60_000);
}

async function answer<T>(lookUp: () => T | Cold | undefined): Promise<T | undefined> {
  const now = lookUp();
  return now instanceof Cold ? repeatWhenWarm(now, lookUp) : now;
}

/** The copy leaves long keys to PostgreSQL. */
function same(found: Capture[] | undefined, expected: Capture[] | undefined): void {
  if (found && expected) expect(plain(found)).toEqual(plain(expected));
  else if (expected?.length) expect(expected.some(({ urlkey }) => isLong(urlkey))).toBe(true);
}
