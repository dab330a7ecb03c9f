// Small contents that are asked for again and again, as they were read and checked: to get such a one from the store, to
// inflate it and to digest it takes longer than all else that an answer needs. The index is still asked each time whether
// there is the artifact, and whether it is known to be damaged.
import type { WholeRecord } from '@holdfast/warc';
import { LRUCache } from 'lru-cache';
import type { StoredArtifact } from '../index/artifact.db.ts';

/** Its buffers are nobody else's, and never change. */
export interface KeptContent {
  readonly own: WholeRecord;
  /** It has the payload; an artifact that has its own is its own holder. */
  readonly holder: WholeRecord;
  /** It was held to the artifact's digest. */
  readonly payload: Buffer;
  /** So much memory all of it takes. */
  readonly bytes: number;
}

interface Kept {
  readonly of: Identity;
  readonly content: KeptContent;
}

/** What tells an artifact from one that was deleted and came back under its id with another head, or another payload. */
interface Identity {
  /** In hexadecimal digits: a small Buffer keeps thousands of bytes around it. */
  readonly sha256: string;
  readonly recordBytes: number;
  readonly recordCrc: number | undefined;
  readonly payloadCrc: number | undefined;
}

export interface ContentCacheOptions {
  /** So much memory it may take. */
  readonly mostBytes: number;
  /** Told of each content that is asked for whether it was there. */
  readonly onRead: (outcome: 'hit' | 'miss') => void;
}

/** What is asked for once is not kept: a harvest of all there is must not drive out what many ask for. */
const REMEMBERED = 8_192;
/** What an entry takes beside its buffers. */
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

  find(artifact: StoredArtifact): KeptContent | undefined {
    const kept = this.#kept.get(artifact.id);
    const found = kept && isOf(kept.of, artifact) ? kept.content : undefined;
    this.#onRead(found ? 'hit' : 'miss');
    return found;
  }

  /** Whether one that is not there was asked for before. To be asked once for each time that it is read. */
  wants({ id }: StoredArtifact): boolean {
    if (this.#askedFor.delete(id)) return true;
    this.#askedFor.set(id, true);
    return false;
  }

  keep(artifact: StoredArtifact, content: KeptContent): void {
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
