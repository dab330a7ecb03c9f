// The identity that an artifact had in the repository which it comes from, and keeps here: read from the header of its
// record, and held against what the record holds.
import type { HeldArtifact, ImportRecord } from '@holdfast/warc';

export interface GivenIdentity {
  readonly uuid: string;
  readonly version: number;
  /** When that repository stored it, milliseconds since 1970; undefined where it does not say. */
  readonly storeMs: number | undefined;
}

/** Whose artifacts are taken. */
export interface GivenAu {
  readonly namespace: string;
  readonly auid: string;
}

export interface GivenRecord {
  readonly given: GivenIdentity;
  readonly url: string;
  /** What is wrong with its payload. */
  readonly damage: string | undefined;
  readonly warning: string | undefined;
}

const OTHER_DIGEST = 'its payload has another digest than the one that was stored';
/** Of a 32-bit number, with room for those that come behind it. */
const MOST_VERSIONS = 2_000_000_000;

/** Or why it is no artifact of this AU. */
export function givenRecordOf(record: ImportRecord, au: GivenAu): GivenRecord | string {
  const { held } = record;
  const uuid = uuidOf(record.recordId);
  if (record.type === 'revisit') return 'a revisit is no artifact of a repository';
  if (uuid === undefined) return 'its WARC-Record-ID is no uuid of an artifact';
  if (held?.auid === undefined)
    return 'it is no record of a repository: X-LockssRepo-Artifact-AuId is missing';
  if (held.auid !== au.auid) return `it belongs to another AU: ${shortened(held.auid)}`;
  if (held.namespace !== undefined && held.namespace !== au.namespace)
    return `it belongs to another namespace: ${shortened(held.namespace)}`;
  const version = Number(held.version);
  if (!/^[1-9]\d*$/.test(held.version ?? '') || version > MOST_VERSIONS)
    return 'X-LockssRepo-Artifact-Version is missing or no version';
  return {
    given: { uuid, version, storeMs: held.storedMs },
    url: held.uri ?? record.targetUri,
    damage: payloadDiffers(record, held) ? OTHER_DIGEST : undefined,
    warning: warningOf(record, held),
  };
}

/** The uuid in `<urn:uuid:…>`, in lower case. */
export function uuidOf(recordId: string | undefined): string | undefined {
  return /^<?urn:uuid:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})>?$/i
    .exec(recordId ?? '')?.[1]
    ?.toLowerCase();
}

function payloadDiffers({ payload, declaredPayloadDigest }: ImportRecord, { digest }: HeldArtifact): boolean {
  if (digest?.algorithm === 'sha256') return digest.hex !== payload.sha256;
  if (digest?.algorithm === 'sha1') return digest.hex !== payload.sha1;
  // That of the WARC header is reported where it is wrong.
  return declaredPayloadDigest !== undefined;
}

function warningOf({ payload, http }: ImportRecord, { digest, length }: HeldArtifact): string | undefined {
  if (digest === undefined) return 'Nothing says what digest the payload had.';
  // Some versions of that repository have counted the HTTP head, too.
  const isKnown = length === undefined || length === payload.length + (http?.headLength ?? 0);
  if (isKnown || length === payload.length) return undefined;
  return `X-LockssRepo-Artifact-Length is ${length}, but the payload has ${payload.length} bytes.`;
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
