// Writes a merged segment: warcinfo record, copied gzip members, manifest.
import { createHash, type Hash } from 'node:crypto';
import type { ObjectStore, ObjectWriter } from '@holdfast/object-store';
import { makeManifestMember, makeWarcinfoMember } from '@holdfast/warc';
import { toManifestCopyKey } from '../../domain/manifest-copy-keys.ts';
import type { AuLocation } from '../../index/compaction/candidates.db.ts';
import type { WrittenSegment } from '../../index/compaction/switch.db.ts';
import { makeSegmentIdentity, type SegmentDeps } from '../../ingest/storing/segment.ts';

export class MovedSegment {
  readonly key: string;
  readonly #deps: SegmentDeps;
  readonly #writtenMs: number;
  readonly #writer: ObjectWriter;
  readonly #hash: Hash = createHash('sha256');
  #sizeBytes = 0;

  private constructor(deps: SegmentDeps, key: string) {
    this.#deps = deps;
    this.key = key;
    this.#writtenMs = deps.nowMs();
    this.#writer = deps.store.create(key);
  }

  static async begin(deps: SegmentDeps, { namespace, auid }: AuLocation, key: string): Promise<MovedSegment> {
    const segment = new MovedSegment(deps, key);
    const fields = { software: deps.software, namespace, auid, artifacts: 'moved' };
    await segment.append(makeWarcinfoMember({ ...segment.#makeIdentity(), fields }));
    return segment;
  }

  /** Number of bytes written so far. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  async append(bytes: Uint8Array): Promise<void> {
    this.#sizeBytes += bytes.length;
    this.#hash.update(bytes);
    await this.#writer.write(bytes);
  }

  /**
   * Writes the manifest and its copy, and makes the segment durable. `createdMs`: store date of the first artifact.
   * Default: current time.
   */
  async close(lines: readonly string[], createdMs = this.#writtenMs): Promise<WrittenSegment> {
    const manifestOffset = this.#sizeBytes;
    const manifest = await makeManifestMember({ ...this.#makeIdentity(), lines });
    await this.append(manifest);
    await this.#deps.store.put(toManifestCopyKey(this.key), manifest);
    const { sizeBytes } = await this.#writer.close();
    const { key } = this;
    return { key, sizeBytes, manifestOffset, createdMs, sha256: this.#hash.digest('hex') };
  }

  /** Discards the segment. Its manifest copy may remain in the store. */
  abort(): Promise<void> {
    return this.#writer.abort();
  }

  #makeIdentity() {
    return makeSegmentIdentity(this.#deps, this.key, this.#writtenMs);
  }
}

/** Reads the object again and returns whether its bytes are correct. Call before the old objects are deleted. */
export async function isWrittenIntact(
  store: ObjectStore,
  { key, sha256 }: WrittenSegment,
  signal: AbortSignal,
): Promise<boolean> {
  const hash = createHash('sha256');
  for await (const chunk of await store.read(key, { signal })) hash.update(chunk as Buffer);
  return hash.digest('hex') === sha256;
}
