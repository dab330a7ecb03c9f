// Purge in a bucket with versions and object lock: it removes every version, or says what it cannot delete and why.
import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type ObjectStore, openObjectStore, type StoredVersion } from '@holdfast/object-store';
import { type Database, openDatabase } from '@holdfast/pg-kit';
import {
  addCleanup,
  describeWithS3,
  fetchSigned,
  makeResponseRecord,
  retainVersion,
  type S3TestSettings,
  toS3Environment,
} from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { purgeCommand } from '../../../src/cli/purge-command.ts';
import { runKeep } from '../../../src/cli/run-keep.ts';
import type { LockedCopies } from '../../../src/domain/locked-copies.ts';
import { parseKeepSettings } from '../../../src/env.ts';
import { countOpenPurges } from '../../../src/index/keeping/purge.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { shipJournal } from '../../../src/jobs/journal/shipper.ts';
import { createSweepJob } from '../../../src/jobs/sweep/sweep.ts';
import { onIndex } from '../../index/on-index.ts';
import { startTestService, type TestService } from '../../service.ts';
import { compact, makeCompactionDeps, runWholeJob } from '../compaction/kept-store.ts';
import { runRebuild } from '../rebuild/rebuilt.ts';

describeWithS3('a purge in a bucket with object lock', (s3) => {
  let settings: S3TestSettings;
  let service: TestService;
  let database: Database<IndexSchema>;
  let store: ObjectStore;
  let kept: { database: Database<IndexSchema>; store: ObjectStore };

  beforeAll(async () => {
    settings = await s3.bucket({ objectLock: true });
    const off = { FIXITY_PERIOD: 'off', COMPACTION_PERIOD: 'off', JOURNAL_INTERVAL: '1h' };
    service = await startTestService({ ...toS3Environment(settings), ...off });
    database = openDatabase<IndexSchema>({
      url: service.databaseUrl,
      applicationName: 'test',
      onError: () => undefined,
    });
    store = await openObjectStore(settings);
    kept = { database, store };
    addCleanup(async () => {
      await store.close();
      await database.close();
    });
  });

  /** Stores a page. Returns its bytes, the UUID of its artifact, and the version that contains it. */
  async function storedPage(auid: string) {
    const body = randomBytes(64);
    const record = makeResponseRecord(`http://www.example.org/${auid}`, body, '2020-02-20T20:20:20Z');
    const { statuses } = await service.client.importArchive(gzipSync(record, { level: 0 }), { auid });
    const uuid = statuses[0]!.artifactUuid!;
    const [version] = await versionsWith(body);
    return { body, uuid, version: version! };
  }

  /** Returns the versions that contain these bytes, including old versions. */
  async function versionsWith(bytes: Buffer): Promise<StoredVersion[]> {
    const { versions } = await store.versions!.list('');
    const found: StoredVersion[] = [];
    for (const version of versions.filter(({ isDeleteMarker }) => !isDeleteMarker)) {
      const { key, versionId } = version;
      const answer = await fetchSigned(settings, 'GET', `/${settings.bucket}/${key}`, { versionId });
      const content = Buffer.from(await answer.arrayBuffer());
      const plain = key.endsWith('.gz') && content.length > 0 ? gunzipSync(content) : content;
      if (plain.includes(bytes)) found.push(version);
    }
    return found;
  }

  async function purge(uuid: string, ...words: string[]): Promise<{ code: number; output: string }> {
    const output: string[] = [];
    const code = await runKeep({
      words: ['purge', '--uuid', uuid, '--reason', 'court order 7', '--by', 'the director', ...words],
      commands: [purgeCommand],
      output: { write: (said: string) => Boolean(output.push(said)) },
      errorOutput: { write: () => true, isTTY: false },
      signal: new AbortController().signal,
      withFoundations: (work) =>
        work({
          ...makeCompactionDeps(kept),
          settings: parseKeepSettings({ DATABASE_URL: service.databaseUrl, OBJECT_STORE: 'fs:none' }),
          migrate: async () => undefined,
        }),
    });
    return { code, output: output.join('') };
  }

  interface PurgeReport {
    open: string[];
    copiesLeft: string[];
    locked: LockedCopies[];
  }
  async function purgeJson(uuid: string): Promise<PurgeReport & { code: number }> {
    const { code, output } = await purge(uuid, '--json', '--quiet');
    return { ...(JSON.parse(output) as PurgeReport), code };
  }

  async function shownPurge(uuid: string) {
    const { purges } = await service.client.json<{
      purges: { uuid: string; erased?: number; locked?: LockedCopies }[];
    }>('/purges');
    return purges.find((one) => one.uuid === uuid)!;
  }

  it('erases every version of the bytes', async () => {
    const { body, uuid } = await storedPage('plain');
    await storedPage('plain');
    // Compaction deletes the first object, but the bucket keeps an old version of it.
    await compact(kept);
    expect(await versionsWith(body)).toHaveLength(2);
    expect(await purgeJson(uuid)).toMatchObject({ code: 0, open: [], locked: [], copiesLeft: [] });
    expect(await versionsWith(body)).toEqual([]);
    expect(await shownPurge(uuid)).toMatchObject({ erased: expect.any(Number) });
  });

  it('says which version has a retention period and until when, and is complete afterwards', async () => {
    const { body, uuid, version } = await storedPage('retained');
    const untilMs = Date.now() + 365 * 86_400_000;
    await retainVersion(settings, version, { mode: 'GOVERNANCE', untilMs });
    const { code, open, locked } = await purgeJson(uuid);
    expect({ code, open }).toEqual({ code: 1, open: [uuid] });
    const { key } = version;
    const copy = { store: store.name, key, reason: 'GOVERNANCE retention', until: expect.any(Number) };
    expect(locked).toEqual([{ count: 1, until: expect.any(Number), copies: [copy] }]);
    expect(Math.abs(locked[0]!.until! - untilMs)).toBeLessThan(1_000);
    expect(await shownPurge(uuid)).toMatchObject({ locked: locked[0]! });
    expect(await countOpenPurges(database.kysely)).toEqual({ open: 1, locked: 1, oldestSeconds: 0 });
    expect(await versionsWith(body)).toHaveLength(1);
    const said = await purge(uuid);
    expect(said.output).toContain('The store refuses to delete 1 old version that may contain the bytes');
    expect(said.output).toContain(`${key}: GOVERNANCE retention until ${new Date(untilMs).getUTCFullYear()}`);
    // A rebuild does not mark the purge as complete.
    await shipJournal(makeCompactionDeps(kept));
    const again = await runRebuild(store);
    const { rows } = await onIndex(again.database)<{ erased: boolean }>`
      select erased_at is not null as erased from purge where id = ${uuid}`;
    expect(rows).toEqual([{ erased: false }]);
    // The incomplete purge blocks neither imports into the AU nor its compaction.
    await storedPage('retained');
    await storedPage('retained');
    expect(await compact(kept)).toMatchObject({ 'segments merged': 2 });
    expect((await shownPurge(uuid)).erased).toBeUndefined();
    // The retention period now ends earlier than recorded. Compaction still does not retry before the recorded end.
    await retainVersion(settings, version, { mode: 'GOVERNANCE', untilMs: Date.now() + 500 });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await compact(kept);
    expect(await versionsWith(body)).toHaveLength(1);
    await onIndex(database)`update purge set retry_at = now() where id = ${uuid}`;
    await compact(kept);
    expect(await versionsWith(body)).toEqual([]);
    expect(await shownPurge(uuid)).toMatchObject({ erased: expect.any(Number) });
    expect((await shownPurge(uuid)).locked).toBeUndefined();
  });

  it('says which version has a legal hold, and is complete after the hold was removed', async () => {
    const { body, uuid, version } = await storedPage('held');
    await store.versions!.setLegalHold(version.key, true);
    const { code, locked } = await purgeJson(uuid);
    expect(code).toBe(1);
    expect(locked).toEqual([
      { count: 1, copies: [{ store: store.name, key: version.key, reason: 'legal hold' }] },
    ]);
    await store.versions!.setLegalHold(version.key, false);
    expect(await purgeJson(uuid)).toMatchObject({ code: 0, open: [], locked: [] });
    expect(await versionsWith(body)).toEqual([]);
  });

  it('leaves deletions of other jobs possible, and the sweep counts the old versions', async () => {
    const { version } = await storedPage('swept');
    await storedPage('swept');
    await retainVersion(settings, version, { mode: 'COMPLIANCE', untilMs: Date.now() + 5_000 });
    expect(await compact(kept)).toMatchObject({ 'segments merged': 2 });
    expect(await store.stat(version.key)).toBeUndefined();
    const sweep = { ageMs: 86_400_000, uncommittedMs: 0, spoolFolder: service.spoolFolder, dryRun: false };
    const { job } = createSweepJob(makeCompactionDeps(kept), sweep);
    const counts = await runWholeJob(kept, job);
    expect(counts['old versions']).toBeGreaterThanOrEqual(2);
    expect(counts['bytes of old versions']).toBeGreaterThan(version.sizeBytes);
  });
});
