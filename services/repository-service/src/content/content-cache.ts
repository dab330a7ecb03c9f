// Caches small payloads that were read and verified, so that repeated requests need not read them again. Reading,
// inflating and digesting a payload takes longer than the rest of a response. Each request still queries the index to
// find out whether the artifact exists and whether it is damaged.
import type { WholeRecord } from '@holdfast/warc';
import { LRUCache } from 'lru-cache';
import type { StoredArtifact } from '../index/artifact.db.ts';

/** Cached content of an artifact. Its buffers are neither shared nor modified. */
export interface CachedContent {
  readonly own: WholeRecord;
  /** Record with the payload. This is the artifact's own record unless the payload belongs to another artifact. */
  readonly holder: WholeRecord;
  /** Payload after verification against the artifact's digest. */
  readonly payload: Buffer;
  /** Memory used by the whole entry, in bytes. */
  readonly bytes: number;
}

interface Kept {
  readonly of: Identity;
  readonly content: CachedContent;
}

/**
 * Identifies an artifact together with its head and payload. A deleted artifact may be imported again under the same id
 * with a different head or payload.
 */
interface Identity {
  /** Lower-case hex text. A small Buffer is part of a shared one and would keep thousands of bytes in memory. */
  readonly sha256: string;
  readonly recordBytes: number;
  readonly recordCrc: number | undefined;
  readonly payloadCrc: number | undefined;
}

export interface ContentCacheOptions {
  /** Maximum memory of the cache, in bytes. */
  readonly mostBytes: number;
  /** Called for each read, with the result of the cache look-up. */
  readonly onRead: (outcome: 'hit' | 'miss') => void;
}

/**
 * Maximum number of remembered ids of recently requested payloads. A payload is cached only on its second request. A
 * client that reads everything once therefore does not evict popular payloads.
 */
const REMEMBERED = 8_192;
/** Memory of an entry without its buffers, in bytes. */
const ENTRY_BYTES = 1_024;

export class ContentCache {
  readonly #kept: LRUCache<string, Kept>;
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
    const found = kept && isOf(kept.of, artifact) ? kept.content : undefined;
    this.#onRead(found ? 'hit' : 'miss');
    return found;
  }

  /** Returns whether content that is not in the cache was requested before. Remembers the request: call once per read. */
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

function isOf(of: Identity, { sha256, record, sharedPayload }: StoredArtifact): boolean {
  return (
    of.recordBytes === record.length &&
    of.recordCrc === record.crc32 &&
    of.payloadCrc === sharedPayload?.crc32 &&
    of.sha256 === sha256.toString('hex')
  );
}
