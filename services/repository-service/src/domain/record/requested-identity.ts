// Reads the identity that an artifact keeps from another repository. The identity is in the WARC header and must agree
// with the contents of the record.
import type { ImportRecord, LockssArtifact } from '@holdfast/warc';

export interface SourceIdentity {
  readonly uuid: string;
  readonly version: number;
  /** Time when the source repository stored the artifact, in milliseconds since 1970, if the header contains it. */
  readonly storeMs: number | undefined;
}

/** AU that the artifacts are imported into. */
export interface DestinationAu {
  readonly namespace: string;
  readonly auid: string;
}

export interface IdentifiedRecord {
  readonly given: SourceIdentity;
  readonly url: string;
  /** Capture time in milliseconds since 1970. Undefined if the date of the record applies. */
  readonly collectionMs?: number;
  /** Reason why the payload is damaged. Undefined if the payload is intact. */
  readonly damage: string | undefined;
  readonly warning: string | undefined;
}

const OTHER_DIGEST = 'the digest of its payload does not match the recorded digest';
/** Maximum version. Fits in 32 bits, with a margin for later versions. */
const MAX_VERSIONS = 2_000_000_000;

/** Returns the identity of the record, or the reason why it is not an artifact of this AU. */
export function readIdentifiedRecord(record: ImportRecord, au: DestinationAu): IdentifiedRecord | string {
  const { held } = record;
  const uuid = parseRecordUuid(record.recordId);
  if (record.type === 'revisit') return 'a revisit is not an artifact record of a repository';
  if (uuid === undefined) return 'its WARC-Record-ID is not the UUID of an artifact';
  if (held?.auid === undefined)
    return 'it was not exported from a repository: X-LockssRepo-Artifact-AuId is missing';
  if (held.auid !== au.auid) return `it belongs to another AU: ${shortenText(held.auid)}`;
  if (held.namespace !== undefined && held.namespace !== au.namespace)
    return `it belongs to another namespace: ${shortenText(held.namespace)}`;
  const version = Number(held.version);
  if (!/^[1-9]\d*$/.test(held.version ?? '') || version > MAX_VERSIONS)
    return 'X-LockssRepo-Artifact-Version is missing or invalid';
  return {
    given: { uuid, version, storeMs: held.storedMs },
    url: held.uri ?? record.targetUri,
    damage: payloadDiffers(record, held) ? OTHER_DIGEST : undefined,
    warning: findIdentityWarning(record, held),
  };
}

/** Parses the UUID in `<urn:uuid:…>`. Returns it in lower case. */
export function parseRecordUuid(recordId: string | undefined): string | undefined {
  return /^<?urn:uuid:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})>?$/i
    .exec(recordId ?? '')?.[1]
    ?.toLowerCase();
}

function payloadDiffers(
  { payload, declaredPayloadDigest }: ImportRecord,
  { digest }: LockssArtifact,
): boolean {
  if (digest?.algorithm === 'sha256') return digest.hex !== payload.sha256;
  if (digest?.algorithm === 'sha1') return digest.hex !== payload.sha1;
  // Without a digest from LOCKSS, use the one in the WARC header. For records other than revisits,
  // `declaredPayloadDigest` is set only if it matches no computed digest.
  return declaredPayloadDigest !== undefined;
}

function findIdentityWarning(
  { payload, http }: ImportRecord,
  { digest, length }: LockssArtifact,
): string | undefined {
  if (digest === undefined) return 'The record does not contain the digest of the original payload.';
  // Some LOCKSS versions included the HTTP header block in the content length.
  const isKnown = length === undefined || length === payload.length + (http?.headLength ?? 0);
  if (isKnown || length === payload.length) return undefined;
  return `X-LockssRepo-Artifact-Length is ${length}, but the payload has ${payload.length} bytes.`;
}

function shortenText(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
