// Finding and making namespaces and AUs.
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from './schema.ts';

export interface AuIdentity {
  readonly namespace: string;
  readonly auid: string;
  /** SHA-256 of the AUID in UTF-8. */
  readonly hash: Buffer;
}

export interface FoundAu {
  readonly auId: number;
  readonly namespaceId: number;
  readonly artifactCount: number;
  /** Something of it is known to be damaged. */
  readonly damaged: boolean;
}

/** Makes the namespace and the AU where they are missing. An AU without artifacts is visible to nobody. */
export async function ensureAu(db: Kysely<IndexSchema>, au: AuIdentity): Promise<FoundAu> {
  const found = await findAu(db, au);
  if (found) return found;
  await sql`insert into namespace (name) values (${au.namespace}) on conflict (name) do nothing`.execute(db);
  await sql`
    insert into au (namespace_id, auid, auid_sha256)
    select id, ${au.auid}, ${au.hash} from namespace where name = ${au.namespace}
    on conflict (namespace_id, auid_sha256) do nothing`.execute(db);
  return (await findAu(db, au))!;
}

export async function findAu(
  db: Kysely<IndexSchema>,
  { namespace, hash }: Pick<AuIdentity, 'namespace' | 'hash'>,
): Promise<FoundAu | undefined> {
  return db
    .selectFrom('au')
    .innerJoin('namespace', 'namespace.id', 'au.namespace_id')
    .select(['au.id as auId', 'au.namespace_id as namespaceId', 'au.artifact_count as artifactCount'])
    .select(sql<boolean>`exists (select from damage where au_id = au.id)`.as('damaged'))
    .where('namespace.name', '=', namespace)
    .where('au.auid_sha256', '=', hash)
    .executeTakeFirst();
}
