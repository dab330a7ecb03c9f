// Reads and writes WARC and HTTP records as streams: splits, parses, digests, de-chunks and writes them. Uses neither
// storage nor network.

export { encodeBase32 } from './bytes/header-values.ts';
export type { ByteSpool } from './bytes/reread-buffer.ts';
export { parseHttpHead } from './head/http-head.ts';
export { isHttpMessage } from './head/import-record.ts';
export { MemberFinder } from './input/member-finder.ts';
export { NotAWarcError } from './report/not-a-warc.ts';
export type {
  CompanionRecord,
  CompanionUse,
  DeclaredDigest,
  ImportedHttpHead,
  ImportRecord,
  InflationLimit,
  LockssArtifact,
  MemberView,
  PayloadReading,
  WarcDamage,
  WarcRecord,
  WarcSink,
} from './report/types.ts';
export { type CanonicalRequest, parseCanonicalRequest } from './request/canonical-request.ts';
export { type RecordHeaderSummary, summarizeRecordHeader } from './stored/record-header-summary.ts';
export { DamagedRecordError, type StoredHttpHead } from './stored/stored-heads.ts';
export { openStoredRecord, type StoredRecord } from './stored/stored-record.ts';
export { walkStoredMembers } from './stored/walk-stored-members.ts';
export { dechunkBody, readWholeRecord, type WholeRecord } from './stored/whole-record.ts';
export { WarcReader } from './warc-reader.ts';
export { compressRecord } from './write/compress-record.ts';
export {
  createRecordId,
  formatRecordHeader,
  formatSha1Digest,
  HTTP_RESPONSE_TYPE,
  makeManifestMember,
  makeWarcinfoMember,
  type NewRecordIdentity,
} from './write/new-record.ts';
export { findManifest, readManifest, readWarcinfo } from './write/read-own-record.ts';
