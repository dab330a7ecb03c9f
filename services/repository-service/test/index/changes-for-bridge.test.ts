// Changes that index transactions record for a bridge, on a real PostgreSQL.
import { type Database, openOutbox } from '@holdfast/pg-kit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { clearBulkTransfer, markBulkTransfer } from '../../src/index/aus/au.db.ts';
import { deleteArtifact, setCommitted } from '../../src/index/aus/change-artifact.db.ts';
import type { IndexSchema } from '../../src/index/schema.ts';
import { recordSegment } from '../../src/index/writing/record-segment.db.ts';
import { hashAuid, openImportTarget } from '../../src/ingest/storing/segment.ts';
import { makeEntry, openIndexDatabase } from '../index-database.ts';

let database: Database<IndexSchema>;
let segments = 0;

beforeAll(async () => {
  database = await openIndexDatabase();
});

async function record(auid: string, committed: boolean): Promise<string> {
  const { auId, namespaceId } = await openImportTarget(database.kysely, { namespace: 'n', auid });
  const segment = { key: `test/${segments++}`, sizeBytes: 1000 };
  const entries = [makeEntry('http://a/é', 'x', { committed })];
  await recordSegment(database.kysely, { auId, namespaceId, storeMs: 1, segment, entries });
  return entries[0]!.id;
}

const outbox = () => openOutbox(database.pool, 'repository');
async function left(): Promise<unknown[]> {
  const kept = await outbox().read(100, 1_000_000);
  await outbox().acknowledge(kept.map(({ id }) => id));
  return kept.map(({ change }) => change);
}

describe('what is left for a bridge', () => {
  it('is nothing before there is one', async () => {
    await setCommitted(database.kysely, await record('before', false), true);
    expect(await outbox().read(100, 1_000_000)).toEqual([]);
  });

  it('is each artifact that is committed, taken back or deleted, and each AU that captures came to', async () => {
    await outbox().register({ keepForMs: 60_000, keepRows: 1_000 });
    const of = (kind: string) => ({ kind, namespace: 'n', auid: 'au', url: 'http://a/é', version: 1 });
    const id = await record('au', false);
    expect(await left()).toEqual([]);
    await setCommitted(database.kysely, id, true);
    await setCommitted(database.kysely, id, true);
    expect(await left()).toEqual([of('ArtifactCommitted')]);
    await setCommitted(database.kysely, id, false);
    await deleteArtifact(database.kysely, id);
    await deleteArtifact(database.kysely, id);
    expect(await left()).toEqual([of('ArtifactUncommitted'), of('ArtifactDeleted')]);
    await record('au', true);
    expect(await left()).toEqual([{ kind: 'AuChanged', namespace: 'n', auid: 'au' }]);
  });

  it('is an AU as a whole after its bulk transfer', async () => {
    await outbox().register({ keepForMs: 60_000, keepRows: 1_000 });
    const au = { namespace: 'n', auid: 'bulk', hash: hashAuid('bulk') };
    const id = await record('bulk', false);
    await markBulkTransfer(database.kysely, au);
    await setCommitted(database.kysely, id, true);
    expect(await left()).toEqual([]);
    await clearBulkTransfer(database.kysely, au);
    await clearBulkTransfer(database.kysely, au);
    expect(await left()).toEqual([{ kind: 'AuChanged', namespace: 'n', auid: 'bulk' }]);
  });
});
