// Reads the fields with which a LOCKSS repository describes the artifact that a stored record is. It
// validates none of them.
import type { HeldArtifact } from '../report/types.ts';
import {
  HELD_AUID,
  HELD_COLLECTION,
  HELD_DIGEST,
  HELD_LENGTH,
  HELD_NAMESPACE,
  HELD_STORED_DATE,
  HELD_URI,
  HELD_VERSION,
  type WarcHeader,
} from './warc-header.ts';

export function readHeldArtifact(header: WarcHeader): HeldArtifact {
  const text = (field: number) => header.text(field) || undefined;
  const digest = header.has(HELD_DIGEST) ? header.digest(HELD_DIGEST) : undefined;
  const length = text(HELD_LENGTH);
  return {
    // The oldest stores use the older field name.
    namespace: text(HELD_NAMESPACE) ?? text(HELD_COLLECTION),
    auid: text(HELD_AUID),
    uri: text(HELD_URI),
    version: text(HELD_VERSION),
    storedMs: header.dateMs(HELD_STORED_DATE),
    length: length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined,
    digest: digest && { algorithm: digest.algorithm, hex: Buffer.from(digest.bytes).toString('hex') },
  };
}
