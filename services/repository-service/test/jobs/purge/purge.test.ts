// Purge deletes an artifact's bytes from every object, keeps the neighbouring records, and is recorded in the history.
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createLog } from '@holdfast/service-kit';
import { makeResponseRecord } from '@holdfast/testkit';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { purgeCommand } from '../../../src/cli/purge-command.ts';
import { runKeep } from '../../../src/cli/run-keep.ts';
import { parseServiceSettings } from '../../../src/env.ts';
import { holdObjects } from '../../../src/jobs/backup/named-objects.ts';
import { shipJournal } from '../../../src/jobs/journal/shipper.ts';
import { buildRevisit } from '../../features/replay/made-records.ts';
import { onIndex } from '../../index/on-index.ts';
import { send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import {
  compact,
  findInconsistencies,
  type KeptStore,
  makeCompactionDeps,
  openKeptStore,
} from '../compaction/kept-store.ts';
import { runRebuild } from '../rebuild/rebuilt.ts';

let service: TestService;
let kept: KeptStore;
let auid: string;
let aus = 0;

beforeAll(async () => {
  service = await startTestService({
    COMPACTION_PERIOD: 'off',
    FIXITY_PERIOD: 'off',
    JOURNAL_INTERVAL: '1h',
  });
  kept = await openKeptStore(service);
});
beforeEach(() => {
  auid = `au ${aus++}`;
});

const date = '2020-02-20T20:20:20Z';
const url = (name: string | number) => `http://www.example.org/${auid}/${name}`;
/** Returns unique, incompressible bytes. */
const secret = () => randomBytes(64);
const page = (name: string | number, body: Buffer) =>
  gzipSync(makeResponseRecord(url(name), body, date), { level: 0 });

async function imported(...members: Buffer[]): Promise<string[]> {
  const { statuses } = await kept.client.importArchive(Buffer.concat(members), {
    auid,
    storeDuplicate: true,
  });
  return statuses.map(({ artifactUuid, status }) => {
    if (status !== 'OK') throw new Error(JSON.stringify(statuses));
    return artifactUuid!;
  });
}

interface Said {
  code: number;
  text: string;
  json: Record<string, unknown>;
}

/** Stores a page, and a revisit that refers to its payload. */
async function sharedByRevisit(): Promise<{ body: Buffer; uuid: string; sharer: string }> {
  const body = secret();
  const revisit = buildRevisit(url('again'), '2021-01-01T00:00:00Z', '', {
    'WARC-Refers-To-Target-URI': url('a'),
    'WARC-Refers-To-Date': date,
  });
  const [uuid] = (await imported(page('a', body))) as [string];
  const [sharer] = (await imported(gzipSync(revisit))) as [string];
  return { body, uuid, sharer };
}

/** Runs the purge command as a user would. */
async function purge(words: readonly string[], log = makeCompactionDeps(kept).log): Promise<Said> {
  const text: string[] = [];
  const output: string[] = [];
  const settings = parseServiceSettings({
    DATABASE_URL: service.databaseUrl,
    OBJECT_STORE: `fs:${service.storeFolder}`,
    ADMIN_PASSWORD: 'xxxxxxxx',
  });
  const code = await runKeep({
    words: ['purge', ...words],
    commands: [purgeCommand],
    output: { write: (said: string) => Boolean(output.push(said)) },
    errorOutput: { write: (said: string) => Boolean(text.push(said)), isTTY: false },
    signal: new AbortController().signal,
    withFoundations: (work) =>
      work({ ...makeCompactionDeps(kept), log, settings, migrate: async () => undefined }),
  });
  return { code, text: text.join(''), json: output.length > 0 ? JSON.parse(output.join('')) : {} };
}

const purgeOf = (uuid: string, ...words: string[]) =>
  purge(['--uuid', uuid, '--reason', 'court order 7', '--by', 'the director', '--json', ...words]);

/** Returns the files of the store that contain these bytes, compressed or not. */
async function filesWith(bytes: Buffer): Promise<string[]> {
  const entries = await readdir(service.storeFolder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found: string[] = [];
  for (const file of files) {
    const stored = await readFile(file);
    const plain = file.endsWith('.gz') ? gunzipSync(stored) : stored;
    if (plain.includes(bytes)) found.push(file);
  }
  return found;
}

describe('a purge', () => {
  it('waits for a backup that is being made, for which nothing is removed', async () => {
    const body = secret();
    const [uuid] = (await imported(page('a', body))) as [string];
    const { promise: waits, resolve } = Promise.withResolvers<string>();
    const log = createLog({ service: 'test', level: 'warn', destination: { write: resolve } });
    const words = ['--uuid', uuid, '--reason', 'court order 7', '--json'];
    const { signal } = new AbortController();
    const purged = await holdObjects(kept.database.pool, signal, async () => {
      const under = { result: purge(words, log) };
      expect(await waits).toContain('when the running backup has finished');
      expect(await filesWith(body)).toHaveLength(1);
      return under;
    });
    expect(await purged.result).toMatchObject({ code: 0 });
    expect(await filesWith(body)).toEqual([]);
  });

  it('erases the bytes from every object, and nothing else', async () => {
    const bodies = [secret(), secret(), secret()] as const;
    const [, uuid, other] = (await imported(...bodies.map((body, i) => page(i, body)))) as [
      string,
      string,
      string,
    ];
    await imported(page('beside', secret()), page('also beside', secret()));
    // Keeps the object that compaction replaces, so that there are two copies of the record.
    await compact(kept, { graceMs: 3_600_000 });
    expect(await filesWith(bodies[1])).toHaveLength(2);
    const { code, json } = await purgeOf(uuid);
    expect({ code, json }).toMatchObject({ code: 0, json: { open: [], unknown: [], alike: [], waiting: 0 } });
    expect(await filesWith(bodies[1])).toEqual([]);
    expect(await filesWith(bodies[2])).toHaveLength(1);
    expect((await kept.client.bytes(`/artifacts/${other}/payload`)).equals(bodies[2])).toBe(true);
    expect((await kept.client.get(`/artifacts/${uuid}/payload`)).status).toBe(404);
    expect(await findInconsistencies(kept)).toEqual([]);
  });

  it('is written down in the index and in the journal, and no rebuild undoes it', async () => {
    const [uuid, other] = (await imported(page(1, secret()), page(2, secret()))) as [string, string];
    await purgeOf(uuid);
    const { rows } = await onIndex(kept.database)`
      select ordered_by, reason, erased_at >= ordered_at as erased, octet_length(sha256) as digest from purge
      where id = ${uuid}`;
    expect(rows).toEqual([{ ordered_by: 'the director', reason: 'court order 7', erased: true, digest: 32 }]);
    const { rows: journal } = await onIndex(kept.database)`
      select entry from journal where entry::text like ${`%${uuid}%`} and entry->>'op' = 'purged'`;
    expect(journal).toMatchObject([
      {
        entry: {
          artifacts: [uuid],
          digests: [expect.any(String)],
          by: 'the director',
          reason: 'court order 7',
        },
      },
    ]);
    await shipJournal(makeCompactionDeps(kept));
    const { database } = await runRebuild(kept.store);
    const ids = await onIndex(database)`select id from artifact where id in (${uuid}, ${other})`;
    expect(ids.rows).toEqual([{ id: other }]);
  });

  it('tells of the same payload elsewhere, and leaves it', async () => {
    const body = secret();
    const [uuid, again] = (await imported(page('a', body), page('b', body))) as [string, string];
    expect((await purgeOf(uuid)).json).toMatchObject({ alike: [again] });
    expect(await filesWith(body)).toHaveLength(1);
  });

  it('is refused when revisits share the payload, until told to take them, too', async () => {
    const { body, uuid, sharer } = await sharedByRevisit();
    const refused = await purgeOf(uuid);
    expect(refused).toMatchObject({ code: 3, text: expect.stringContaining(sharer) });
    expect((await kept.client.bytes(`/artifacts/${sharer}/payload`)).equals(body)).toBe(true);
    expect(await purgeOf(uuid, '--with-revisits')).toMatchObject({ code: 0, json: { open: [] } });
    expect(await filesWith(body)).toEqual([]);
    expect(await kept.client.artifacts(auid).catch(() => [])).toEqual([]);
  });

  it('is done in an AU in bulk transfer, too', async () => {
    const body = secret();
    const [uuid] = (await imported(page('a', body))) as [string];
    await send(kept.client, 'POST', `/aus/${encodeURIComponent(auid)}/bulk`, { form: { op: 'start' } });
    expect(await purgeOf(uuid)).toMatchObject({ code: 0 });
    expect(await filesWith(body)).toEqual([]);
  });

  it('erases what is left of artifacts that are deleted already, whatever became of their records', async () => {
    const bodies = [secret(), secret(), secret(), secret()] as const;
    const [kept0, first, second, third] = (await imported(...bodies.map((body, i) => page(i, body)))) as [
      string,
      string,
      string,
      string,
    ];
    await send(kept.client, 'DELETE', `/artifacts/${first}`);
    expect(await filesWith(bodies[1])).toHaveLength(1);
    expect(await purgeOf(first)).toMatchObject({ code: 0, json: { open: [], purged: [{ url: url(1) }] } });
    expect(await filesWith(bodies[1])).toEqual([]);
    // Compaction has moved this artifact, and the shipped journal contains its UUID.
    await imported(page('more', secret()));
    await compact(kept);
    await send(kept.client, 'DELETE', `/artifacts/${second}`);
    await shipJournal(makeCompactionDeps(kept));
    expect(await purgeOf(second)).toMatchObject({ code: 0, json: { open: [] } });
    expect(await filesWith(bodies[2])).toEqual([]);
    // Compaction has already removed the last record of this artifact.
    await send(kept.client, 'DELETE', `/artifacts/${third}`);
    await compact(kept);
    expect(await purgeOf(third)).toMatchObject({ code: 0, json: { purged: [{ id: third, url: null }] } });
    expect(await purgeOf(third)).toMatchObject({ code: 0, json: { purged: [], before: [third] } });
    expect((await kept.client.bytes(`/artifacts/${kept0}/payload`)).equals(bodies[0])).toBe(true);
    expect(await findInconsistencies(kept)).toEqual([]);
    const { rows } = await onIndex(kept.database)<{ erased: boolean }>`
      select id, ordered_by, erased_at is not null as erased from purge where id in (${first}, ${second}, ${third})
      order by id`;
    expect(rows.map(({ erased }) => erased)).toEqual([true, true, true]);
    await shipJournal(makeCompactionDeps(kept));
    const again = await runRebuild(kept.store);
    const restored = await onIndex(again.database)`
      select id, ordered_by, erased_at is not null as erased from purge where id in (${first}, ${second}, ${third})
      order by id`;
    expect(restored.rows).toEqual(rows);
  });

  it('of a deleted artifact is refused, too, when revisits share its payload', async () => {
    const { body, uuid, sharer } = await sharedByRevisit();
    await send(kept.client, 'DELETE', `/artifacts/${uuid}`);
    expect(await purgeOf(uuid)).toMatchObject({ code: 3, text: expect.stringContaining(sharer) });
    expect((await kept.client.bytes(`/artifacts/${sharer}/payload`)).equals(body)).toBe(true);
    expect(await purgeOf(uuid, '--with-revisits')).toMatchObject({ code: 0, json: { open: [] } });
    expect(await filesWith(body)).toEqual([]);
  });

  it('wants to know what and why, and does nothing when something is not there', async () => {
    const [uuid] = (await imported(page('a', secret()))) as [string];
    const missing = '00000000-0000-7000-8000-000000000000';
    for (const [words, says] of [
      [['--reason', 'x'], 'Name the artifacts to purge'],
      [['--uuid', 'x', '--reason', 'x'], '"x" is not a UUID'],
      [['--uuid', uuid], 'Give a reason'],
      [
        ['--uuid', `${uuid},${missing}`, '--reason', 'x'],
        `No artifact has ever had this UUID: ${missing}. Nothing was purged`,
      ],
    ] as const) {
      expect(await purge(words)).toMatchObject({ code: 3, text: expect.stringContaining(says) });
    }
    expect((await kept.client.artifacts(auid)).map((artifact) => artifact.uuid)).toEqual([uuid]);
  });
});
