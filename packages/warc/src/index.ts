// WARC and HTTP records as streams: split, parse, digest, de-chunk, write. No storage, no network.

export { type MadeRecordIdentity, manifestMember, warcinfoMember } from './made-record.ts';
export { NotAWarc } from './not-a-warc.ts';
export { DamagedRecord, openStoredRecord, type StoredHttpHead, type StoredRecord } from './stored-record.ts';
export type {
  Damage,
  DeclaredDigest,
  ImportedHttpHead,
  ImportedPayload,
  ImportRecord,
  StreamedMember,
  WarcReaderOptions,
  WarcSink,
} from './types.ts';
export { WarcReader } from './warc-reader.ts';
