// WARC and HTTP records as streams: split, parse, digest, de-chunk, write. No storage, no network.

export {
  type CanonicalRequest,
  canonicalRequest,
  MAX_REQUEST_BODY_CHARACTERS,
  REQUEST_BYTES_READ,
} from './canonical-request.ts';
export { type DescribedHeader, describeHeader } from './described-header.ts';
export { base32, type LabelledDigest, parseDigest } from './digest-text.ts';
export type { ByteSpool } from './held-bytes.ts';
export { parseHttpHead } from './http-head.ts';
export { isHttpMessage } from './import-record.ts';
export { type MadeRecordIdentity, manifestMember, warcinfoMember } from './made-record.ts';
export { MemberFinder } from './member-finder.ts';
export { memberPieces } from './member-pieces.ts';
export { HTTP_RESPONSE, type NewRecord, newRecordId, recordHeader, sha1Label } from './new-record.ts';
export { NotAWarcError } from './not-a-warc.ts';
export {
  findManifest,
  type ReadManifest,
  type ReadWarcinfo,
  readManifest,
  readWarcinfo,
} from './read-made-record.ts';
export { DamagedRecordError, type StoredHttpHead } from './stored-heads.ts';
export { openStoredRecord, type StoredRecord } from './stored-record.ts';
export type {
  CompanionRecord,
  CompanionUse,
  Damage,
  DeclaredDigest,
  HeldArtifact,
  ImportedHttpHead,
  ImportedPayload,
  ImportRecord,
  InflationLimit,
  MemberView,
  PayloadReading,
  StreamedMember,
  WarcReaderOptions,
  WarcRecord,
  WarcSink,
} from './types.ts';
export { type WalkedMember, walkedMembers } from './walked-members.ts';
export { formatWarcDate } from './warc-date.ts';
export { WarcReader } from './warc-reader.ts';
export { dechunkedWhole, readWholeRecord, type WholeRecord } from './whole-record.ts';
