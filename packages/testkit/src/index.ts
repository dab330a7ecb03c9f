// What tests of all packages and services share: databases, corpora, folders, ports, processes.
export { administratorsFile, askLogins, LOGINS_ANSWERED, LOGINS_ASKED_BY } from './ask-logins.ts';
export { atEndOfFile, runCleanups } from './at-end.ts';
export { basicAuth, withCheapLogin } from './basic-auth.ts';
export { type CachedTool, cachedTool } from './cached-tool.ts';
export type { ClusterName, InstalledServer, StorageCluster, StorageNode } from './clusters/cluster.ts';
export { startGarage } from './clusters/garage.ts';
export { garageInCache, installedGarage } from './clusters/installed-garage.ts';
export { installedSeaweedfs, seaweedfsInCache } from './clusters/installed-seaweedfs.ts';
export { startSeaweedfs } from './clusters/seaweedfs.ts';
export { corpus, describeWithCorpus, fixture } from './corpus.ts';
export { drillServers } from './drill-servers.ts';
export { publicFilesFolder } from './env.ts';
export { freePort, isFree } from './free-port.ts';
export { type HeldConnections, holdAllConnections } from './held-connections.ts';
export { type HeldMemory, heldMemory } from './held-memory.ts';
export { INFLATING_RECORD_BYTES, inflatingMember, inflatingWacz } from './inflating-archive.ts';
export { installedJwarc } from './installed-jwarc.ts';
export { installedPywb, PYWB_VERSION, pywbWith } from './installed-pywb.ts';
export {
  type ArcFields,
  arcRecord,
  filedesc,
  skippableFrame,
  type ZipPart,
  zip,
  zstdFrame,
} from './make-archives.ts';
export { type MadeRecord, type MadeWarc, makeWarc, responseRecord } from './make-warc.ts';
export type { OwnPostgres } from './own-postgres.ts';
export { ownPostgres, ownStandby } from './own-postgres.ts';
export { type PoolingOptions, type PoolingProxy, startPoolingProxy } from './pooling-proxy.ts';
export {
  describeWithTool,
  type InstalledTool,
  installedSurt,
  type PythonTool,
  pythonTool,
} from './python-tool.ts';
export { type ReferenceNode, referenceNode } from './reference-node.ts';
export {
  chunkedBody,
  journalRecord,
  type ReferenceArtifact,
  type ReferenceState,
  type ReferenceStore,
  referenceRecord,
  referenceStore,
  referenceUuid,
  type StoreFile,
} from './reference-store.ts';
export {
  type ImportAnswer,
  type ImportRequest,
  type ImportStatus,
  type ListedArtifact,
  queryString,
  RepositoryClient,
} from './repository-client.ts';
export type { S3Access } from './s3/env.ts';
export {
  describeWithS3,
  type S3TestSettings,
  s3Environment,
  type TestS3,
  testS3,
  testS3At,
} from './s3-buckets.ts';
export { VERSITYGW_VERSION, versitygwBinary } from './s3-build.ts';
export { printedSeed } from './seed.ts';
export {
  type CountedRequest,
  type CountingOrigin,
  MARKER_HEADER,
  startCountingOrigin,
} from './smuggling/counting-origin.ts';
export { type RawAnswer, sendRaw } from './smuggling/send-raw.ts';
export {
  SMUGGLED,
  type SmugglingOptions,
  type SmugglingRequest,
  smugglingRequests,
} from './smuggling/smuggling-requests.ts';
export { type SqlByHand, sqlByHand } from './sql-by-hand.ts';
export type { Ending, ProcessOptions, StartedProcess } from './start-process.ts';
export { startProcess } from './start-process.ts';
export { temporaryFolder } from './temporary-folder.ts';
export type { Template, TestDatabase } from './test-database.ts';
export { endSessions, testDatabase } from './test-database.ts';
