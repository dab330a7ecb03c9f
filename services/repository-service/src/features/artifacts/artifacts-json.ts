// Converts PostgreSQL's binary rows directly to the JSON of a page of artifacts. Creating objects and strings first
// would take most of the time of a page.
import type { PageInfo } from '@holdfast/api-types';
import { readInt32, readInt64 } from '@holdfast/pg-kit';
import type { ListingRow } from '../../index/listing.ts';
import { columnOffsets, type ListedSegment, RawArtifact, SHA256_BYTES } from '../../index/raw-artifact.ts';
import { ByteWriter } from '../shared/byte-writer.ts';
import { type PooledBytes, takeBuffer } from '../shared/pooled-bytes.ts';
import { toListedArtifactWire } from './artifact.wire.ts';

/**
 * Maximum size of an artifact's JSON in bytes, excluding its URL and the text that is identical for all artifacts of a
 * segment.
 */
const MAX_BESIDE = 384;
const USUAL_BESIDE = 320;

/** JSON text that is identical for all artifacts of a segment, split at the values that differ. */
interface SegmentJson {
  readonly beforeId: Buffer;
  readonly beforeUrl: Buffer;
  readonly beforeOffset: Buffer;
  readonly lengthBytes: number;
}

const beforeVersion = Buffer.from('","version":');
const beforeLength = Buffer.from(',"contentLength":');
const beforeDigest = Buffer.from(',"contentDigest":"SHA-256:');
const beforeCollected = Buffer.from('","collectionDate":');
const beforeStored = Buffer.from(',"storeDate":');
const committed = Buffer.from(',"state":"COMMITTED","committed":true');
const uncommitted = Buffer.from(',"state":"UNCOMMITTED","committed":false');
const beforeRecordLength = Buffer.from('&length=');
const artifactEnd = Buffer.from('"}');
const comma = Buffer.from(',');

/** Writes a page as JSON, exactly as JSON.stringify does with `toListedArtifactWire` and the same `storeUrl`. */
export function writeArtifactsJson(
  artifacts: readonly ListingRow[],
  { namespace, storeUrl, pageInfo }: PageFrame,
): PooledBytes {
  const written = new ArtifactsJsonWriter(artifacts, namespace, storeUrl);
  for (const artifact of artifacts) written.add(artifact);
  return written.end(pageInfo);
}

export interface PageFrame {
  readonly namespace: string;
  storeUrl(key: string): string;
  readonly pageInfo: PageInfo;
}

class ArtifactsJsonWriter {
  readonly #namespace: string;
  readonly #urlOf: (key: string) => string;
  readonly #segmentJson = new Map<ListedSegment, SegmentJson>();
  readonly #out: ByteWriter;
  readonly #release: () => void;
  #isFirst = true;

  constructor(artifacts: readonly ListingRow[], namespace: string, storeUrl: (key: string) => string) {
    this.#namespace = namespace;
    this.#urlOf = memoize(storeUrl);
    const { room, release } = takeBuffer(this.#estimateBytes(artifacts));
    this.#out = new ByteWriter(room);
    this.#release = release;
    this.#out.text('{"artifacts":[');
  }

  #estimateBytes(artifacts: readonly ListingRow[]): number {
    let bytes = 2 * MAX_BESIDE;
    for (const artifact of artifacts)
      if (artifact instanceof RawArtifact)
        bytes += this.#buildSegmentJson(artifact.segment).lengthBytes + artifact.urlBytes + USUAL_BESIDE;
    return bytes;
  }

  add(artifact: ListingRow): void {
    this.#out.reserve(comma.length);
    if (!this.#isFirst) this.#out.bytes(comma);
    this.#isFirst = false;
    if (artifact instanceof RawArtifact) this.#addRaw(artifact);
    else this.#out.text(JSON.stringify(toListedArtifactWire(artifact, this.#namespace, this.#urlOf)));
  }

  end(pageInfo: PageInfo): PooledBytes {
    this.#out.text(`],"pageInfo":${JSON.stringify(pageInfo)}}`);
    return { bytes: this.#out.written(), release: this.#release };
  }

  #addRaw(artifact: RawArtifact): void {
    const { bytes, start, segment } = artifact;
    const out = this.#out;
    const shared = this.#buildSegmentJson(segment);
    const urlAt = start + columnOffsets.url;
    const urlEnd = urlAt + artifact.urlBytes;
    const mostBytes = shared.lengthBytes + MAX_BESIDE;
    out.reserve(mostBytes + urlEnd - urlAt);
    out.bytes(shared.beforeId);
    out.uuid(bytes, start + columnOffsets.id);
    out.bytes(shared.beforeUrl);
    if (!out.jsonPlain(bytes, urlAt, urlEnd)) {
      out.text(JSON.stringify(artifact.url).slice(1, -1));
      out.reserve(mostBytes);
    }
    out.bytes(beforeVersion);
    out.integer(readInt32(bytes, start + columnOffsets.version));
    out.bytes(beforeLength);
    out.integer(readInt64(bytes, start + columnOffsets.content_length));
    out.bytes(beforeDigest);
    out.hex(bytes, start + columnOffsets.sha256, start + columnOffsets.sha256 + SHA256_BYTES);
    out.bytes(beforeCollected);
    out.integer(readInt64(bytes, start + columnOffsets.collection_ms));
    out.bytes(beforeStored);
    out.integer(readInt64(bytes, start + columnOffsets.store_ms));
    out.bytes(artifact.committed ? committed : uncommitted);
    if (artifact.isQuarantined) {
      out.text(`,"damaged":${JSON.stringify(artifact.quarantined)}`);
      out.reserve(mostBytes);
    }
    out.bytes(shared.beforeOffset);
    out.integer(readInt64(bytes, start + columnOffsets.record_offset));
    out.bytes(beforeRecordLength);
    out.integer(readInt64(bytes, start + columnOffsets.record_length));
    out.bytes(artifactEnd);
  }

  #buildSegmentJson(segment: ListedSegment): SegmentJson {
    const known = this.#segmentJson.get(segment);
    if (known !== undefined) return known;
    const storeUrl = JSON.stringify(this.#urlOf(segment.key)).slice(0, -1);
    const beforeId = Buffer.from(`{"namespace":${JSON.stringify(this.#namespace)},"uuid":"`);
    const beforeUrl = Buffer.from(`","auid":${JSON.stringify(segment.auid)},"uri":"`);
    const beforeOffset = Buffer.from(`,"storageUrl":${storeUrl}?offset=`);
    const lengthBytes = beforeId.length + beforeUrl.length + beforeOffset.length;
    const shared = { beforeId, beforeUrl, beforeOffset, lengthBytes };
    this.#segmentJson.set(segment, shared);
    return shared;
  }
}

function memoize(make: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const made = known.get(text) ?? make(text);
    known.set(text, made);
    return made;
  };
}
