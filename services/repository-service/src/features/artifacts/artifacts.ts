// Finding an artifact and reading what it holds.

import { BadRange, type ObjectStore } from '@holdfast/object-store';
import type { Executor, Pool } from '@holdfast/pg-kit';
import { damagedArtifact, noSuchArtifact } from '../../errors.ts';
import { findArtifact, type StoredArtifact } from '../../index/artifact.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { type ArtifactContent, openContent } from './content.ts';
import { FixityError } from './fixity.ts';

export interface ArtifactsDeps {
  db: Executor<IndexSchema>;
  pool: Pool;
  store: ObjectStore;
  defaultNamespace: string;
  smallContentBytes: number;
  storeUrl(key: string): string;
}

/** Throws 404 when there is none in this namespace. */
export async function artifactOf(
  { pool, defaultNamespace }: ArtifactsDeps,
  uuid: string,
  namespace = defaultNamespace,
): Promise<StoredArtifact> {
  const artifact = await findArtifact(pool, { namespace, uuid });
  if (!artifact) throw noSuchArtifact(uuid, namespace);
  return artifact;
}

/** Opens an artifact's content for `read`, closes it afterwards, and names the artifact in what goes wrong. */
export async function withContent(
  { store }: ArtifactsDeps,
  artifact: StoredArtifact,
  signal: AbortSignal,
  read: (content: ArtifactContent) => Promise<void>,
): Promise<void> {
  let content: ArtifactContent | undefined;
  try {
    content = await openContent(store, artifact, signal);
    await read(content);
  } catch (error) {
    throw isDamage(error) ? damagedArtifact(artifact.id, (error as Error).message, error) : error;
  } finally {
    content?.close();
  }
}

/** An object too short for what the index says it holds is damaged, too. */
function isDamage(error: unknown): boolean {
  if (error instanceof FixityError || error instanceof BadRange) return true;
  return error instanceof Error && error.name === 'DamagedRecord';
}
