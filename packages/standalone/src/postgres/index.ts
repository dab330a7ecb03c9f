// A PostgreSQL server of one's own, for machines that have none: for `npm start`, `holdfast keep`, benchmarks and tests.
export { keptPostgresUrl } from './connection-file.ts';
export { EmbeddedPostgresInUseError } from './owner.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
  stopAbandonedPostgres,
} from './start.ts';
