// Finding an artifact and reading what it holds.

import type { ObjectStore } from '@holdfast/object-store';
import type { Executor, Pool } from '@holdfast/pg-kit';
import type { ArtifactContent } from '../../content/artifact-content.ts';
import { openContent } from '../../content/content.ts';
import type { DamageNotes } from '../../content/damage-notes.ts';
import { damageReason } from '../../content/damage-reason.ts';
import { relocatingReader } from '../../content/relocating-reader.ts';
import { findArtifact, type StoredArtifact } from '../../index/artifact.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { damagedArtifact, noSuchArtifact } from '../errors.ts';

export interface ArtifactsDeps {
  db: Executor<IndexSchema>;
  pool: Pool;
  store: ObjectStore;
  defaultNamespace: string;
  smallContentBytes: number;
  damage: DamageNotes;
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
  { pool, store, damage }: ArtifactsDeps,
  artifact: StoredArtifact,
  signal: AbortSignal,
  read: (content: ArtifactContent) => Promise<void>,
): Promise<void> {
  let content: ArtifactContent | undefined;
  refuseDamaged(damage, artifact);
  try {
    content = await openContent(relocatingReader(pool, store, artifact), artifact, signal);
    await read(content);
  } catch (error) {
    throw asDamage(damage, artifact, error);
  } finally {
    content?.close();
  }
}

/** Throws 502 when it is known that the artifact cannot be read. */
export function refuseDamaged(notes: DamageNotes, artifact: StoredArtifact): void {
  if (artifact.damage === undefined) return;
  notes.met(artifact, artifact.damage);
  throw damagedArtifact(artifact.id, artifact.damage);
}

/** The error to throw instead: 502 that names the artifact when what is stored is not what was stored. */
export function asDamage(notes: DamageNotes, artifact: StoredArtifact, error: unknown): unknown {
  const reason = damageReason(error);
  if (reason === undefined) return error;
  notes.met(artifact, reason);
  return damagedArtifact(artifact.id, reason, error);
}
