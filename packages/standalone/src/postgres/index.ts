// A PostgreSQL server of one's own, for machines that have none: for `npm start`, `holdfast keep`, benchmarks and tests.
export { BINARY_PACKAGE, type BinaryPackage, installedPackage, packageIn, parseMajor } from './binaries.ts';
export { keptPostgresUrl } from './connection-file.ts';
export { dataMajor, homeIn, OtherMajorError } from './data-version.ts';
export { EmbeddedPostgresInUseError } from './owner.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
  stopAbandonedPostgres,
} from './start.ts';
