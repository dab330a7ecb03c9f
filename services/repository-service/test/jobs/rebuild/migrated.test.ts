// Rebuild from a store with artifacts of another repository: they keep their UUIDs and versions.
import {
  makeChunkedBody,
  makeReferenceRecord,
  makeReferenceUuid,
  makeResponseRecord,
  type ReferenceArtifact,
} from '@holdfast/testkit';
import { describe, expect, it, jest } from '@jest/globals';
import { send } from '../../send.ts';
import { compact } from '../compaction/kept-store.ts';
import { rewriteObject, truncateBytes } from './change-object.ts';
import { dumpIndex, type IndexDump } from './index-dump.ts';
import { copyStore, createUsedStore, runRebuild } from './rebuilt.ts';

jest.setTimeout(60_000);

const auid = 'au&migrated';

function artifact(name: string, version: number): ReferenceArtifact {
  const head = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n`;
  return {
    uuid: makeReferenceUuid(`${name} ${version}`),
    ...{ namespace: 'default', auid, uri: `http://www.example.org/${name}`, version, head },
    ...{ collectionMs: 1_300_000_000_000 + version, storeMs: 1_310_000_000_000 + version },
    payload: makeChunkedBody(Buffer.from(`${name} ${version}`)),
  };
}

const given = [artifact('a', 4), artifact('b', 1), artifact('a', 2), artifact('c', 9), artifact('d', 1)];
const archiveOf = (artifacts: readonly ReferenceArtifact[]) =>
  Buffer.concat(artifacts.map((one) => makeReferenceRecord(one)));

const used = (journal: boolean) =>
  createUsedStore(
    async (client) => {
      await client.migrate(archiveOf(given), { auid, uncommitted: [given[3]!.uuid] });
      const conflict = { ...artifact('b', 1), uuid: makeReferenceUuid('impostor') };
      await client.migrate(archiveOf([conflict, artifact('e', 3)]), { auid });
      if (!journal) return;
      await send(client, 'PUT', `/artifacts/${given[3]!.uuid}`, { form: { committed: 'true' } });
      for (const { uuid } of [given[4]!, given[2]!]) await send(client, 'DELETE', `/artifacts/${uuid}`);
      // Migrates one of the deleted artifacts again.
      await client.migrate(archiveOf([given[2]!]), { auid, uncommitted: [given[2]!.uuid] });
      await client.importArchive(makeResponseRecord(given[0]!.uri, Buffer.from('our own')), { auid });
    },
    { journal },
  );

/** Returns all properties of the artifacts except their locations. */
const known = ({ artifacts }: IndexDump) =>
  artifacts.map(({ artifact: one }) => {
    const { id, version, store_ms, collection_ms, sha256, dechunked } = one as Record<string, unknown>;
    return { id, version, store_ms, collection_ms, sha256, dechunked };
  });

/** Omits the creation times of segments, because a manifest contains them only approximately. */
const withoutDates = ({ segments, ...dump }: IndexDump) => ({
  ...dump,
  segments: segments.map(({ created_ms: _, ...segment }) => segment),
});

describe('a rebuild from a store with migrated artifacts', () => {
  it('makes the same index from manifests and journal, and finds the identities where manifests are lost', async () => {
    const whole = await used(true);
    const { database, counts } = await runRebuild(whole.store);
    expect(withoutDates(await dumpIndex(database))).toEqual(withoutDates(whole.before));
    expect(counts).toEqual({ objects: whole.before.segments.length });
    const { before, store } = await copyStore(whole);
    for (const { key } of before.segments) await rewriteObject(store, String(key), truncateBytes);
    expect(known(await dumpIndex((await runRebuild(store)).database))).toEqual(known(before));
  });

  it('makes the same index without the journal', async () => {
    const { before, store } = await used(false);
    const { artifacts } = await dumpIndex((await runRebuild(store)).database);
    expect(artifacts).toEqual(before.artifacts);
  });

  it('makes the same index when compaction has moved them', async () => {
    const { before, store } = await createUsedStore(async (client, opened) => {
      for (const one of given) await client.migrate(archiveOf([one]), { auid });
      await compact(opened);
      await send(client, 'DELETE', `/artifacts/${given[1]!.uuid}`);
      await client.migrate(archiveOf([given[1]!]), { auid });
      await compact(opened);
    });
    expect(withoutDates(await dumpIndex((await runRebuild(store)).database))).toEqual(withoutDates(before));
  });
});
