// Caches small verified payloads. Reading, inflating and digesting a payload takes longer than the rest of a response.
// Each request still looks up the artifact in the index, because the artifact may have been deleted or damaged.
import type { WholeRecord } from '@holdfast/warc';
import { LRUCache } from 'lru-cache';
import type { StoredArtifact } from '../index/artifact.db.ts';

/** Cached content of an artifact. Its buffers do not come from a pool, and readers must not modify them. */
export interface CachedContent {
  readonly own: WholeRecord;
  /** Record that contains the payload. Equals `own` unless the payload is stored with another artifact. */
  readonly holder: WholeRecord;
  /** Verified payload. */
  readonly payload: Buffer;
  /** Memory that the entry uses, in bytes. */
  readonly bytes: number;
}

interface CacheEntry {
  readonly of: Identity;
  readonly content: CachedContent;
}

/**
 * Detects outdated cache entries. A deleted artifact may be imported again under the same ID with another header block
 * or payload.
 */
interface Identity {
  /** Lower-case hex. As a small Buffer, it would be a slice of a shared pool and keep the pool in memory. */
  readonly sha256: string;
  readonly recordBytes: number;
  readonly recordCrc: number | undefined;
  readonly payloadCrc: number | undefined;
}

export interface ContentCacheOptions {
  /** Maximum memory of the cache, in bytes. */
  readonly mostBytes: number;
  /** Called for each read. `outcome`: whether the cache contained the payload. */
  readonly onRead: (outcome: 'hit' | 'miss') => void;
}

/**
 * Maximum number of IDs of recently requested artifacts. A payload is cached on its second request, so a crawler that
 * reads every artifact once evicts nothing.
 */
const REMEMBERED = 8_192;
/** Memory of a cache entry without its buffers, in bytes. */
const ENTRY_BYTES = 1_024;

export class ContentCache {
  readonly #kept: LRUCache<string, CacheEntry>;
  readonly #askedFor = new LRUCache<string, true>({ max: REMEMBERED });
  readonly #onRead: ContentCacheOptions['onRead'];

  constructor({ mostBytes, onRead }: ContentCacheOptions) {
    this.#kept = new LRUCache({
      maxSize: mostBytes,
      sizeCalculation: ({ content }) => content.bytes + ENTRY_BYTES,
    });
    this.#onRead = onRead;
  }

  find(artifact: StoredArtifact): CachedContent | undefined {
    const kept = this.#kept.get(artifact.id);
    const found = kept && hasIdentity(kept.of, artifact) ? kept.content : undefined;
    this.#onRead(found ? 'hit' : 'miss');
    return found;
  }

  /**
   * Returns whether the artifact was requested before, so that its payload is worth caching. Records the request: call
   * once per read.
   */
  wants({ id }: StoredArtifact): boolean {
    if (this.#askedFor.delete(id)) return true;
    this.#askedFor.set(id, true);
    return false;
  }

  keep(artifact: StoredArtifact, content: CachedContent): void {
    this.#kept.set(artifact.id, { of: identityOf(artifact), content });
  }

  get bytes(): number {
    return this.#kept.calculatedSize;
  }
}

function identityOf({ sha256, record, sharedPayload }: StoredArtifact): Identity {
  return {
    sha256: sha256.toString('hex'),
    recordBytes: record.length,
    recordCrc: record.crc32,
    payloadCrc: sharedPayload?.crc32,
  };
}

function hasIdentity(of: Identity, { sha256, record, sharedPayload }: StoredArtifact): boolean {
  return (
    of.recordBytes === record.length &&
    of.recordCrc === record.crc32 &&
    of.payloadCrc === sharedPayload?.crc32 &&
    of.sha256 === sha256.toString('hex')
  );
}
