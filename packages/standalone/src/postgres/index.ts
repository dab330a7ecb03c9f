// Embedded PostgreSQL server, for `npm start`, `holdfast keep`, benchmarks and tests.
export {
  BINARY_PACKAGE,
  type BinaryPackage,
  findInstalledPackage,
  parseMajorVersion,
  readPackage,
} from './binaries.ts';
export { readPostgresUrl } from './connection-file.ts';
export { findClusterFolder, OtherMajorError, readDataMajorVersion } from './data-version.ts';
export { EmbeddedPostgresInUseError } from './owner.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
  stopAbandonedPostgres,
} from './start.ts';
