// Shared helpers for tests: databases, corpora, folders, ports, processes.

export { corpus, describeWithCorpus, findFixture } from './archives/corpus.ts';
export {
  INFLATING_RECORD_BYTES,
  makeInflatingMember,
  makeWaczBomb,
} from './archives/inflating-archive.ts';
export {
  type ArcFields,
  makeArcRecord,
  makeFiledesc,
  makeSkippableFrame,
  makeZip,
  makeZstdFrame,
  type ZipPart,
} from './archives/make-archives.ts';
export { type MadeRecord, type MadeWarc, makeResponseRecord, makeWarc } from './archives/make-warc.ts';
export { type ReferenceNode, startReferenceNode } from './archives/reference-node.ts';
export {
  createReferenceStore,
  makeChunkedBody,
  makeJournalRecord,
  makeReferenceRecord,
  makeReferenceUuid,
  type ReferenceArtifact,
  type ReferenceState,
  type ReferenceStore,
  type StoreFile,
} from './archives/reference-store.ts';
export {
  callLoginOperations,
  LOGIN_STATUSES,
  LOGIN_TEST_USERS,
  writeAdministratorsFile,
} from './ask-logins.ts';
export { addCleanup, runCleanups } from './at-end.ts';
export { formatBasicAuth, withCheapLogin } from './basic-auth.ts';
export type { ClusterName, InstalledServer, StorageCluster, StorageNode } from './clusters/cluster.ts';
export { startGarage } from './clusters/garage.ts';
export { findCachedGarage, installGarage } from './clusters/installed-garage.ts';
export { findCachedSeaweedfs, installSeaweedfs } from './clusters/installed-seaweedfs.ts';
export { startSeaweedfs } from './clusters/seaweedfs.ts';
export { type CountedDisk, mountCountedDisk } from './counted-disk.ts';
export { startDrillServers } from './drill-servers.ts';
export { readPremisSchemaFile, readPublicFilesFolder } from './env.ts';
export { findFreePort, isPortFree } from './free-port.ts';
export { type MadeCertificate, makeCertificate } from './make-certificate.ts';
export {
  makeSigningKey,
  OIDC_AUDIENCE,
  OIDC_CLIENT,
  OIDC_PROGRAM,
  startTestOidcProvider,
  type TestOidcOptions,
  type TestOidcProvider,
  type TestSigningKey,
} from './oidc/test-oidc-provider.ts';
export { type OccupiedConnections, occupyAllConnections } from './postgres/occupied-connections.ts';
export { findPgbouncer, type PgbouncerSettings, startPgbouncer } from './postgres/pgbouncer.ts';
export { type PoolingOptions, type PoolingProxy, startPoolingProxy } from './postgres/pooling-proxy.ts';
export type { TestPostgresServer } from './postgres/postgres-server.ts';
export { startTestLiveStandby, startTestPostgres, startTestStandby } from './postgres/postgres-server.ts';
export { openSqlConnection } from './postgres/sql-by-hand.ts';
export type { DatabaseTemplate, TestDatabase } from './postgres/test-database.ts';
export { createTestDatabase, endSessions } from './postgres/test-database.ts';
export { listTree, measureProcessTree, type ProcessCost, type TreeCost } from './process-tree.ts';
export {
  formatQuery,
  type ImportRequest,
  type ImportResponse,
  type ImportStatus,
  type ListedArtifact,
  TestRepositoryClient,
} from './repository-client.ts';
export { measureRetainedMemory, type RetainedMemory } from './retained-memory.ts';
export type { S3Access } from './s3/env.ts';
export {
  describeWithS3,
  findTestS3,
  openTestS3,
  type S3TestSettings,
  type TestS3Server,
  toS3Environment,
} from './s3/s3-buckets.ts';
export { buildVersitygw, VERSITYGW_VERSION } from './s3/s3-build.ts';
export { deleteVersion, retainVersion } from './s3/s3-locks.ts';
export { startS3Server } from './s3/s3-server.ts';
export { fetchSigned } from './s3/sign.ts';
export { chooseSeed } from './seed.ts';
export {
  type CountedRequest,
  type CountingOrigin,
  MARKER_HEADER,
  startCountingOrigin,
} from './smuggling/counting-origin.ts';
export { type RawHttpResponse, sendRaw } from './smuggling/send-raw.ts';
export {
  makeSmugglingRequests,
  SMUGGLED_MARKER,
  type SmugglingOptions,
  type SmugglingRequest,
} from './smuggling/smuggling-requests.ts';
export type { ProcessExit, ProcessOptions, StartedProcess } from './start-process.ts';
export { startProcess } from './start-process.ts';
export { createTemporaryFolder } from './temporary-folder.ts';
export { type CachedTool, installCachedTool } from './tools/cached-tool.ts';
export { installJwarc } from './tools/installed-jwarc.ts';
export { installPywb, installPywbWith, PYWB_VERSION } from './tools/installed-pywb.ts';
export {
  describeWithTool,
  type InstalledTool,
  installPythonTool,
  installSurt,
  type PythonTool,
} from './tools/python-tool.ts';
