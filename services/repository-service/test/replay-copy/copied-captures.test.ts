// A copy of the index gives the same answers as the index, whatever is written meanwhile and by any writer.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@holdfast/pg-kit';
import { urlkey } from '@holdfast/surt';
import { atEndOfFile, printedSeed, temporaryFolder } from '@holdfast/testkit';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import { type KeyRange, listKeySpans } from '../../src/domain/keys/key-spans.ts';
import type { Capture, Direction } from '../../src/domain/replay/capture.ts';
import type { CaptureIndex } from '../../src/domain/replay/capture-index.ts';
import { keyMatch } from '../../src/features/replay/words/key-match.ts';
import { captureIndex } from '../../src/index/replay/captures.db.ts';
import type { IndexSchema } from '../../src/index/schema.ts';
import { copiedCaptures } from '../../src/replay-copy/replay-copy.ts';
import { baseMs, busyUrl, insertCaptures, randomCaptures } from '../features/replay/random-captures.ts';
import { indexDatabase } from '../index-database.ts';
import { type CopyOptions, type CopyProcess, copyProcess } from './copies.ts';

const scope = { namespace: 'test', fromMs: undefined, toMs: undefined };
const ofBusy = { direction: 'forward', after: undefined, limit: 1_000 } as const;

let database: Database<IndexSchema>;
let plain: CaptureIndex;
let folder: string;

beforeEach(async () => {
  database = await indexDatabase();
  plain = captureIndex(database);
  folder = join(await temporaryFolder(), 'copy');
});

function process(options?: CopyOptions): CopyProcess {
  const one = copyProcess(database, folder, options);
  atEndOfFile(() => one.copy.close());
  return one;
}

let version = 10_000;
/** Stores a capture as a version of its own. */
async function store(one: Capture, options: { committed?: boolean; namespace?: string } = {}): Promise<void> {
  await insertCaptures(database, [one], { ...options, firstVersion: version++ });
}

const told = (captures: readonly Capture[]) =>
  captures.map(({ id, mime, collectionMs }) => [id, mime, collectionMs]);

function capture(url: string, collectionMs = baseMs): Capture {
  const sha1 = '0'.repeat(40);
  return {
    id: uuidv7(),
    url,
    urlkey: urlkey(url),
    collectionMs,
    httpStatus: 200,
    mime: 'a/b',
    redirect: undefined,
    sha1,
    lengthBytes: 9,
  };
}

describe('a copy that is there', () => {
  it('answers for itself, in every process that shares its folder', async () => {
    await insertCaptures(database, randomCaptures(2_000));
    const [one, other] = [process(), process()];
    await one.settle();
    await other.round();
    expect(one.copy.pieces.length).toBeGreaterThan(3);
    for (const { index, answered } of [one, other]) {
      expect(told(await index.ofKey(scope, urlkey(busyUrl), ofBusy))).toEqual(
        told(await plain.ofKey(scope, urlkey(busyUrl), ofBusy)),
      );
      expect(answered).toEqual({ copy: 1, index: 0 });
    }
  });

  it('is not looked into once nobody waits for an answer', async () => {
    await insertCaptures(database, randomCaptures(200));
    const one = process();
    await one.settle();
    const gone = AbortSignal.abort(new Error('nobody waits'));
    const index = copiedCaptures(one.copy, plain, gone);
    await expect(index.ofKey(scope, urlkey(busyUrl), ofBusy)).rejects.toThrow('nobody waits');
    expect(one.answered).toEqual({ copy: 0, index: 0 });
  });

  it('leaves to the index what has changed, until that is copied anew', async () => {
    await insertCaptures(database, randomCaptures(500));
    const one = process();
    await one.settle();
    await store(capture('http://example.com/a'));
    const key = urlkey('http://example.com/a');
    const page = { direction: 'forward', after: undefined, limit: 1_000 } as const;
    expect(told(await one.index.ofKey(scope, key, page))).toEqual(told(await plain.ofKey(scope, key, page)));
    expect(one.answered).toEqual({ copy: 0, index: 1 });
    expect(await one.round()).toBe('nothing');
    one.clock.aheadMs += 6_000;
    expect(await one.round()).toBe('kept');
    expect(told(await one.index.ofKey(scope, key, page))).toEqual(told(await plain.ofKey(scope, key, page)));
    expect(one.answered).toEqual({ copy: 1, index: 1 });
  });

  it('goes on where it was after a restart, and knows what was written in between', async () => {
    await insertCaptures(database, randomCaptures(500));
    const one = process();
    await one.settle();
    const files = await readdir(folder);
    await one.copy.close();
    await database.pool.query('delete from artifact where url = $1', [busyUrl]);
    const next = process();
    await next.round();
    expect(await readdir(folder)).toEqual(files);
    expect(await next.index.ofKey(scope, urlkey(busyUrl), ofBusy)).toEqual([]);
    expect(next.answered).toEqual({ copy: 0, index: 1 });
    const key = urlkey('http://other.org/');
    expect(told(await next.index.ofKey(scope, key, ofBusy))).toEqual(
      told(await plain.ofKey(scope, key, ofBusy)),
    );
    expect(next.answered).toEqual({ copy: 1, index: 1 });
  });

  it('answers of a namespace that came later once it is copied', async () => {
    const one = process();
    await one.settle();
    await store(capture(busyUrl), { namespace: 'later' });
    const later = { ...scope, namespace: 'later' };
    expect(await one.index.ofKey(later, urlkey(busyUrl), ofBusy)).toHaveLength(1);
    expect(one.answered.copy).toBe(0);
    await one.settle();
    expect(await one.index.ofKey(later, urlkey(busyUrl), ofBusy)).toHaveLength(1);
    expect(one.answered.copy).toBe(1);
  });
});

describe('a copy that cannot be trusted', () => {
  it('is made anew where the database does not know it any more', async () => {
    await insertCaptures(database, randomCaptures(300));
    const [one, other] = [process(), process()];
    await one.settle();
    await other.round();
    const id = one.copy.manifest?.id;
    // Simulates a crash of PostgreSQL, which empties unlogged tables.
    await database.pool.query('truncate replay_copy, replay_change, replay_lease');
    await store(capture(busyUrl));
    for (const { index } of [one, other]) {
      expect(told(await index.ofKey(scope, urlkey(busyUrl), ofBusy))).toEqual(
        told(await plain.ofKey(scope, urlkey(busyUrl), ofBusy)),
      );
    }
    await one.settle();
    expect(one.copy.manifest?.id).not.toBe(id);
    expect(one.copy.captures).toBe(301);
    await other.round();
    const before = { ...other.answered };
    await other.index.ofKey(scope, urlkey(busyUrl), ofBusy);
    expect(other.answered).toEqual({ ...before, copy: before.copy + 1 });
  });

  it('loses a piece that is damaged, and makes that anew', async () => {
    await insertCaptures(database, randomCaptures(800));
    const one = process();
    await one.settle();
    await one.copy.close();
    const { file } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')).pieces[0];
    const bytes = await readFile(join(folder, file));
    bytes.fill(0x55, 0, 4_000);
    await writeFile(join(folder, file), bytes);
    const next = process();
    await next.round();
    const domain = listKeySpans(keyMatch('example.com', 'domain') as KeyRange)[0]!;
    const page = { direction: 'forward', after: undefined, limit: 50 } as const;
    expect(told(await next.index.ofSpan(scope, domain, page))).toEqual(
      told(await plain.ofSpan(scope, domain, page)),
    );
    expect(next.damage).toHaveLength(1);
    await next.settle();
    const before = next.answered.copy;
    expect(told(await next.index.ofSpan(scope, domain, page))).toEqual(
      told(await plain.ofSpan(scope, domain, page)),
    );
    expect(next.answered.copy).toBe(before + 1);
    expect(await readdir(folder)).not.toContain(file);
  });

  it('is none where the index is larger than the room for it', async () => {
    await insertCaptures(database, randomCaptures(500));
    const one = process({ mostBytes: 10_000 });
    await one.settle();
    expect(one.copy.captures).toBe(0);
    expect((await readdir(folder)).sort()).toEqual(['manifest.json', 'name']);
    expect(told(await one.index.ofKey(scope, urlkey(busyUrl), ofBusy))).toHaveLength(
      (await plain.ofKey(scope, urlkey(busyUrl), ofBusy)).length,
    );
  });
});

const SEED = printedSeed('a copy under random writes');

/** Returns a reproducible random generator. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

it('answers as the index does, whatever is written, whoever makes pieces anew', async () => {
  const random = generator(SEED);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const all = randomCaptures(1_500);
  await insertCaptures(database, all);
  const processes = [process(), process({ targetBytes: 40_000 })];
  const keys = [...new Set(all.map((one) => one.urlkey))];
  const { pool } = database;
  const writes: (() => Promise<unknown>)[] = [
    () => store(capture(pick(all).url, baseMs + Math.floor(random() * 60_000))),
    () => store(capture(pick(all).url), { committed: false }),
    () => pool.query('update artifact set committed = not committed where id = $1', [pick(all).id]),
    () => pool.query('update artifact set committed = true where urlkey = $1', [pick(keys)]),
    () => pool.query('delete from artifact where id = $1', [pick(all).id]),
    () => pool.query('update artifact set mime = $2 where id = $1', [pick(all).id, pick(['x/y', null])]),
    () => pool.query('update artifact set record_offset = record_offset + 1 where urlkey = $1', [pick(keys)]),
  ];
  for (let step = 0; step < 150; step++) {
    if (random() < 0.4) await pick(writes)();
    if (random() < 0.1) await Promise.all([pick(writes)(), pick(processes).round(), pick(writes)()]);
    const one = pick(processes);
    if (random() < 0.1) one.clock.aheadMs += 6_000;
    if (random() < 0.3) await one.round();
    const direction = pick<Direction>(['forward', 'backward']);
    const limit = pick([1, 5, 100, 1_000]);
    const [key, at] = [pick(keys), baseMs + Math.floor(random() * 60_000)];
    const after = pick([undefined, { collectionMs: at, id: pick(all).id }]);
    const timed = { ...scope, fromMs: pick([undefined, at - 5_000]), toMs: pick([undefined, at + 9_000]) };
    const match = keyMatch(pick(['example.com', 'org']), 'domain') as KeyRange;
    const ask = async (index: CaptureIndex) => {
      const around = await index.around(timed, key, { earlierToMs: at, laterFromMs: at + 1 }, limit);
      return [
        told(await index.ofKey(timed, key, { direction, after, limit })),
        told(around.earlier),
        told(around.later),
        told(await index.ofSpan(scope, listKeySpans(match)[0]!, { direction, after: undefined, limit })),
      ];
    };
    expect(await ask(one.index)).toEqual(await ask(plain));
  }
  for (const { answered } of processes) expect(answered.copy).toBeGreaterThan(20);
});

it('shows whatever was committed before it was asked, with leases and without', async () => {
  await insertCaptures(database, randomCaptures(200));
  const processes = [process(), process()];
  await processes[0]!.settle();
  await processes[1]!.round();
  const url = 'http://example.com/counted';
  let [committed, isDone] = [0, false];
  const writer = async () => {
    for (let count = 0; count < 8; count++) {
      await store(capture(url, baseMs + count));
      committed++;
      // Long enough for new leases to be taken.
      for (const { clock } of processes) clock.aheadMs += 6_000;
      await new Promise((resolve) => setTimeout(resolve, 120));
    }
    isDone = true;
  };
  let [asked, missed] = [0, 0];
  const reader = async ({ index, round }: CopyProcess) => {
    while (!isDone) {
      const least = committed;
      const found = await index.ofKey(scope, urlkey(url), ofBusy);
      asked++;
      if (found.length < least) missed++;
      if (asked % 200 === 0) await round();
    }
  };
  const readers = processes.flatMap((one) => [reader(one), reader(one), reader(one)]);
  await Promise.all([writer(), ...readers]);
  expect(missed).toBe(0);
  const { rows: holders } = await database.pool.query('select from replay_lease');
  expect(holders).toHaveLength(2);
  expect(processes.reduce((sum, { answered }) => sum + answered.copy, 0)).toBeGreaterThan(0);
});
