// Files that the last loads found in plugin registries, and which of them are stored in the repository service.
import { runInTransaction } from '@holdfast/pg-kit';
import { type Selectable, sql } from 'kysely';
import type { DownloadHeaders, PluginTables } from '../schema/plugin-tables.ts';
import type { Db } from '../schema/schema.ts';

export interface RegistryFile {
  /** URL of the registry in the configuration. */
  readonly registry: string;
  readonly url: string;
  readonly kind: 'page' | 'jar' | 'other';
  readonly usable: boolean;
  readonly signedBy: string | undefined;
  readonly problem: string | undefined;
}

export type RegistryFileRow = Selectable<PluginTables['registry_file']>;

/**
 * Replaces the files of the given registries. Removes all other registries only if `isAll` is true. Does not change the
 * records of stored files.
 */
export function replaceRegistryFiles(db: Db, files: readonly RegistryFile[], isAll: boolean): Promise<void> {
  const rows = JSON.stringify(
    files.map(({ registry, url, kind, usable, signedBy, problem }, place) => ({
      ...{ registry, url, place, kind, usable },
      ...{ signed_by: signedBy ?? null, problem: problem ?? null },
    })),
  );
  const found = sql`jsonb_to_recordset(${rows}::jsonb) as f(
    registry text, url text, place integer, kind text, usable boolean, signed_by text, problem text)`;
  return runInTransaction(db, async (transaction) => {
    await sql`
      delete from registry_file as known
      where (${isAll} or registry in (select f.registry from ${found}))
        and not exists (select from ${found} where f.registry = known.registry and f.url = known.url)
    `.execute(transaction);
    await sql`
      insert into registry_file (registry, url, place, kind, usable, signed_by, problem)
      select distinct on (registry, url) registry, url, place, kind, usable, signed_by, problem from ${found}
      order by registry, url, place
      on conflict (registry, url) do update set
        place = excluded.place, kind = excluded.kind, usable = excluded.usable,
        signed_by = excluded.signed_by, problem = excluded.problem`.execute(transaction);
  });
}

/** File to store in the repository service. */
export interface StorableFile {
  readonly registry: string;
  readonly url: string;
  readonly isPage: boolean;
  /** SHA-256 as hexadecimal digits. */
  readonly sha256: string;
  /** True if this version of the file is recorded as stored. */
  readonly isStored: boolean;
}

/** Returns the usable files of all registries, in order. Skips files of registries without a registry page. */
export async function selectStorableFiles(db: Db): Promise<StorableFile[]> {
  const { rows } = await sql<StorableFile>`
    select registry, url, kind = 'page' as "isPage", sha256, stored_sha256 is not distinct from sha256 as "isStored"
    from registry_file as f join plugin_download using (url)
    where usable and kind <> 'other'
      and exists (select from registry_file as p where p.registry = f.registry and p.kind = 'page')
    order by place`.execute(db);
  return rows;
}

export interface RegistryContent {
  readonly finalUrl: string;
  readonly mediaType: string | undefined;
  /** Header fields of the response with this body. Empty if the stored fields belong to a different body. */
  readonly fields: DownloadHeaders['fields'];
  readonly body: Buffer;
  readonly fetchedMs: number;
}

/** Returns the body of a file and its header fields, or undefined if the file has been downloaded again meanwhile. */
export async function findRegistryContent(
  db: Db,
  url: string,
  sha256: string,
): Promise<RegistryContent | undefined> {
  const row = await db
    .selectFrom('plugin_download')
    .selectAll()
    .where('url', '=', url)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    finalUrl: row.final_url,
    mediaType: row.media_type ?? undefined,
    fields: row.head?.sha256 === sha256 ? row.head.fields : [],
    body: row.body,
    fetchedMs: row.fetched_ms,
  };
}

export interface StoredRegistryArtifact {
  readonly sha256: string;
  readonly uuid: string;
  readonly version: number;
  readonly atMs: number;
}

/** Records the artifact that contains a file. `stored` is undefined if the artifact no longer exists. */
export async function markRegistryFileStored(
  db: Db,
  { registry, url }: Pick<StorableFile, 'registry' | 'url'>,
  stored: StoredRegistryArtifact | undefined,
): Promise<void> {
  await db
    .updateTable('registry_file')
    .set({
      stored_sha256: stored?.sha256 ?? null,
      stored_uuid: stored?.uuid ?? null,
      stored_version: stored?.version ?? null,
      stored_ms: stored?.atMs ?? null,
    })
    .where('registry', '=', registry)
    .where('url', '=', url)
    .execute();
}

/** Records the reason why files of a registry could not be stored. `problem` is undefined if all files are stored. */
export async function markStoreProblem(db: Db, registry: string, problem: string | undefined): Promise<void> {
  await db
    .updateTable('registry_file')
    .set({ store_problem: problem ?? null })
    .where('registry', '=', registry)
    .where('kind', '=', 'page')
    .where('store_problem', 'is distinct from', problem ?? null)
    .execute();
}

/** Returns all files grouped by registry, each registry page first. */
export function selectRegistryFiles(db: Db): Promise<RegistryFileRow[]> {
  return db.selectFrom('registry_file').selectAll().orderBy('place').execute();
}
