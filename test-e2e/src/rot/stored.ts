// Storage location and digest of each artifact.
import { type RepositoryClient as Calls, createRepositoryClient } from '@holdfast/client';
import type { TestRepositoryClient } from '@holdfast/testkit';
import type { ArchiveSource } from './sources.ts';

export interface RecordLocation {
  /** Key of the object, relative to the store's root. */
  key: string;
  offset: number;
  length: number;
}

export interface StoredRotArtifact {
  uuid: string;
  version: number;
  sha256: string;
  /** Location of the artifact's own record and, for a revisit, of the record that contains its payload. */
  places: RecordLocation[];
}

/** Imports every archive. Throws if a record, even a duplicate or revisit, is not stored. */
export async function storeSources(
  client: TestRepositoryClient,
  sources: readonly ArchiveSource[],
): Promise<StoredRotArtifact[]> {
  const calls = createRepositoryClient(client.settings);
  const held = new Map<string, StoredRotArtifact[]>();
  for (const { auid, archive, records } of sources) {
    const { statuses } = await client.importArchive(archive, { auid, storeDuplicate: true });
    const wrong = statuses.find(({ status }) => status !== 'OK');
    if (wrong || statuses.length !== records.length)
      throw new Error(`not imported: ${JSON.stringify(wrong)}`);
    const ofAu = held.get(auid) ?? [];
    held.set(auid, ofAu);
    for (const [i, { artifactUuid: uuid, version }] of statuses.entries()) {
      const { sha256, holder } = records[i]!;
      const places = [await findRecordLocation(calls, uuid!)];
      if (holder !== ofAu.length) places.push(ofAu[holder]!.places[0]!);
      ofAu.push({ uuid: uuid!, version: version!, sha256, places });
    }
  }
  return [...held.values()].flat();
}

async function findRecordLocation({ artifact }: Calls, uuid: string): Promise<RecordLocation> {
  const { storageUrl } = await artifact({ uuid });
  const { pathname, searchParams } = new URL(storageUrl!);
  const [offset, length] = ['offset', 'length'].map((name) => Number(searchParams.get(name)));
  return { key: decodeURIComponent(pathname.slice(1)), offset: offset!, length: length! };
}
