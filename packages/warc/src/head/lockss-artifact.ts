// Parses the header fields with which a LOCKSS repository describes a stored artifact. Does not validate them.
import type { LockssArtifact } from '../report/types.ts';
import {
  FIELD_LOCKSS_AUID,
  FIELD_LOCKSS_COLLECTION,
  FIELD_LOCKSS_DIGEST,
  FIELD_LOCKSS_LENGTH,
  FIELD_LOCKSS_NAMESPACE,
  FIELD_LOCKSS_STORED_DATE,
  FIELD_LOCKSS_URI,
  FIELD_LOCKSS_VERSION,
  type WarcHeader,
} from './warc-header.ts';

export function readLockssArtifact(header: WarcHeader): LockssArtifact {
  const text = (field: number) => header.text(field) || undefined;
  const digest = header.has(FIELD_LOCKSS_DIGEST) ? header.digest(FIELD_LOCKSS_DIGEST) : undefined;
  const length = text(FIELD_LOCKSS_LENGTH);
  return {
    // The oldest LOCKSS repositories call the namespace a collection.
    namespace: text(FIELD_LOCKSS_NAMESPACE) ?? text(FIELD_LOCKSS_COLLECTION),
    auid: text(FIELD_LOCKSS_AUID),
    uri: text(FIELD_LOCKSS_URI),
    version: text(FIELD_LOCKSS_VERSION),
    storedMs: header.dateMs(FIELD_LOCKSS_STORED_DATE),
    length: length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined,
    digest: digest && { algorithm: digest.algorithm, hex: Buffer.from(digest.bytes).toString('hex') },
  };
}
