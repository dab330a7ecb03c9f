// Reads the record and the companion records (request, metadata, warcinfo) of an intact copy as if they were imported.
import type { ObjectStore } from '@holdfast/object-store';
import type { Pool } from '@holdfast/pg-kit';
import type { PayloadReading } from '@holdfast/warc';
import { toDamageReason } from '../../content/damage-reason.ts';
import { createRelocatingReader } from '../../content/relocating-reader.ts';
import type { StoredArtifact } from '../../index/artifact.db.ts';
import { NotAWarcUploadError } from '../../ingest/reading/codec-thread.ts';
import type { CodecThreads } from '../../ingest/reading/codec-threads.ts';

interface CopyDeps {
  readonly pool: Pool;
  readonly store: ObjectStore;
  readonly codec: Pick<CodecThreads, 'read'>;
}

const READINGS: readonly PayloadReading[] = ['entity', 'recorded'];

/**
 * Returns how an import must extract the payload. The import then recognizes the copy as the content of the damaged
 * artifact, instead of storing a new version. Returns undefined if this is impossible, for example because the copy is
 * damaged, too.
 */
export async function choosePayloadReading(
  deps: CopyDeps,
  damaged: StoredArtifact,
  copy: StoredArtifact,
  signal: AbortSignal,
): Promise<PayloadReading | undefined> {
  for (const reading of READINGS)
    if (await hasSamePayload(deps, damaged, { copy, reading }, signal)) return reading;
  return undefined;
}

async function hasSamePayload(
  deps: CopyDeps,
  { url, sha256 }: StoredArtifact,
  { copy, reading: payloads }: { copy: StoredArtifact; reading: PayloadReading },
  signal: AbortSignal,
): Promise<boolean> {
  let found = false;
  try {
    for await (const output of deps.codec.read(
      copyBytes(deps, copy, { withCompanions: false, signal }),
      signal,
      { payloads },
    )) {
      if (output.output !== 'findings') continue;
      for (const finding of output.findings) {
        if (finding.finding !== 'record' || finding.error !== undefined) return false;
        const { crc32 } = copy.record;
        const isAsStored = crc32 === undefined || crc32 === finding.memberCrc32;
        found = isAsStored && finding.url === url && finding.sha256 === sha256.toString('hex');
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NotAWarcUploadError || toDamageReason(error) !== undefined) return false;
    throw error;
  }
  return found;
}

export async function* copyBytes(
  { pool, store }: Pick<CopyDeps, 'pool' | 'store'>,
  copy: StoredArtifact,
  { withCompanions, signal }: { withCompanions: boolean; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const { key, offset, length } = copy.record;
  const { before, after } = (withCompanions && copy.companions) || { before: 0, after: 0 };
  const range = { offset: offset - before, length: before + length + after, signal };
  yield* await createRelocatingReader(pool, store, copy).read(key, range);
}
