// Reads and writes WARC and HTTP records as streams: split, parse, digest, de-chunk, write. No storage, no network.

export { base32 } from './bytes/digest-text.ts';
export type { ByteSpool } from './bytes/held-bytes.ts';
export { parseHttpHead } from './head/http-head.ts';
export { isHttpMessage } from './head/import-record.ts';
export { MemberFinder } from './input/member-finder.ts';
export { NotAWarcError } from './report/not-a-warc.ts';
export type {
  CompanionRecord,
  CompanionUse,
  Damage,
  DeclaredDigest,
  HeldArtifact,
  ImportedHttpHead,
  ImportRecord,
  InflationLimit,
  MemberView,
  PayloadReading,
  WarcRecord,
  WarcSink,
} from './report/types.ts';
export { type CanonicalRequest, canonicalRequest } from './request/canonical-request.ts';
export { type DescribedHeader, describeHeader } from './stored/described-header.ts';
export { DamagedRecordError, type StoredHttpHead } from './stored/stored-heads.ts';
export { openStoredRecord, type StoredRecord } from './stored/stored-record.ts';
export { walkedMembers } from './stored/walked-members.ts';
export { dechunkedWhole, readWholeRecord, type WholeRecord } from './stored/whole-record.ts';
export { WarcReader } from './warc-reader.ts';
export { memberPieces } from './write/member-pieces.ts';
export {
  HTTP_RESPONSE,
  type MadeRecordIdentity,
  manifestMember,
  newRecordId,
  recordHeader,
  sha1Label,
  warcinfoMember,
} from './write/new-record.ts';
export { findManifest, readManifest, readWarcinfo } from './write/read-made-record.ts';
