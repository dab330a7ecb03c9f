// Finds, reads and commits single artifacts.
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor, Pool } from '@holdfast/pg-kit';
import type { ArtifactContent } from '../../content/artifact-content.ts';
import { type ContentReader, openContent } from '../../content/content.ts';
import type { ContentCache } from '../../content/content-cache.ts';
import type { DamageReporter } from '../../content/damage-notes.ts';
import { toDamageReason } from '../../content/damage-reason.ts';
import { createRelocatingReader } from '../../content/relocating-reader.ts';
import { findArtifact, type StoredArtifact } from '../../index/artifact.db.ts';
import { setCommitted } from '../../index/aus/change-artifact.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { makeDamagedArtifactError, makeNoSuchArtifactError } from '../errors.ts';

export interface ArtifactsDeps {
  readonly db: Executor<IndexSchema>;
  readonly pool: Pool;
  readonly store: ObjectStore;
  readonly defaultNamespace: string;
  readonly smallContentBytes: number;
  readonly damage: DamageReporter;
  /** Cache of payloads in memory. Undefined if payloads are not cached. */
  readonly contents: ContentCache | undefined;
  /** Whether to respond exactly as LOCKSS does (COMPATIBILITY=laaws). */
  readonly laaws: boolean;
  storeUrl(key: string): string;
}

/** Throws 404 if the artifact does not exist in this namespace. */
export async function requireArtifact(
  { pool, defaultNamespace }: Pick<ArtifactsDeps, 'pool' | 'defaultNamespace'>,
  uuid: string,
  namespace = defaultNamespace,
): Promise<StoredArtifact> {
  const artifact = await findArtifact(pool, { namespace, uuid });
  if (!artifact) throw makeNoSuchArtifactError(uuid, namespace);
  return artifact;
}

/** Opens an artifact's content, passes it to `read`, and closes it. Errors name the artifact. */
export async function useArtifactContent(
  { pool, store, damage, contents: cache }: ArtifactsDeps,
  artifact: StoredArtifact,
  reader: ContentReader,
  read: (content: ArtifactContent) => Promise<void>,
): Promise<void> {
  let content: ArtifactContent | undefined;
  refuseDamaged(damage, artifact);
  try {
    const opened = openContent(
      { store: createRelocatingReader(pool, store, artifact), cache },
      artifact,
      reader,
    );
    content = opened instanceof Promise ? await opened : opened;
    await read(content);
  } catch (error) {
    throw toDamageError(damage, artifact, error);
  } finally {
    content?.close();
  }
}

/** Throws 502 if the artifact is recorded as damaged. */
export function refuseDamaged(notes: DamageReporter, artifact: StoredArtifact): void {
  if (artifact.damage === undefined) return;
  notes.met(artifact, artifact.damage);
  throw makeDamagedArtifactError(artifact.id, artifact.damage);
}

/** Converts an error that means damage to a 502 error that names the artifact. Returns other errors unchanged. */
export function toDamageError(notes: DamageReporter, artifact: StoredArtifact, error: unknown): unknown {
  const reason = toDamageReason(error);
  if (reason === undefined) return error;
  notes.met(artifact, reason);
  return makeDamagedArtifactError(artifact.id, reason, error);
}

export interface ArtifactUpdate {
  readonly uuid: string;
  /** Namespace of the artifact. If undefined, the default namespace. */
  readonly namespace: string | undefined;
  readonly committed: boolean;
  /** Name of the user; undefined without login. */
  readonly by: string | undefined;
  /** Throws if the user must not change artifacts of this AU. */
  readonly judge: (auid: string) => void;
}

/** Returns the updated artifact. Throws 404 if it does not exist in this namespace. */
export async function updateArtifact(
  deps: ArtifactsDeps,
  { uuid, namespace, committed, by, judge }: ArtifactUpdate,
): Promise<StoredArtifact> {
  const artifact = await requireArtifact(deps, uuid, namespace);
  judge(artifact.auid);
  // Another request may have deleted the artifact in the meantime.
  if (!(await setCommitted(deps.db, artifact.id, committed, { by })))
    throw makeNoSuchArtifactError(uuid, artifact.namespace);
  return { ...artifact, committed };
}

export type IncludeContent = 'ALWAYS' | 'IF_SMALL' | 'NEVER';

export function includesContent(
  wanted: IncludeContent,
  contentLength: number,
  smallContentBytes: number,
): boolean {
  if (wanted === 'IF_SMALL') return contentLength <= smallContentBytes;
  return wanted === 'ALWAYS';
}
