// Shared helpers for tests: databases, corpora, folders, ports, processes.

export { corpus, describeWithCorpus, fixture } from './archives/corpus.ts';
export { INFLATING_RECORD_BYTES, inflatingMember, inflatingWacz } from './archives/inflating-archive.ts';
export {
  type ArcFields,
  arcRecord,
  filedesc,
  skippableFrame,
  type ZipPart,
  zip,
  zstdFrame,
} from './archives/make-archives.ts';
export { type MadeRecord, type MadeWarc, makeWarc, responseRecord } from './archives/make-warc.ts';
export { type ReferenceNode, referenceNode } from './archives/reference-node.ts';
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
} from './archives/reference-store.ts';
export { administratorsFile, askLogins, LOGINS_ANSWERED, LOGINS_ASKED_BY } from './ask-logins.ts';
export { atEndOfFile, runCleanups } from './at-end.ts';
export { basicAuth, withCheapLogin } from './basic-auth.ts';
export type { ClusterName, InstalledServer, StorageCluster, StorageNode } from './clusters/cluster.ts';
export { startGarage } from './clusters/garage.ts';
export { garageInCache, installedGarage } from './clusters/installed-garage.ts';
export { installedSeaweedfs, seaweedfsInCache } from './clusters/installed-seaweedfs.ts';
export { startSeaweedfs } from './clusters/seaweedfs.ts';
export { drillServers } from './drill-servers.ts';
export { publicFilesFolder } from './env.ts';
export { freePort, isFree } from './free-port.ts';
export { type HeldMemory, heldMemory } from './held-memory.ts';
export { type MadeCertificate, makeCertificate } from './make-certificate.ts';
export { type HeldConnections, holdAllConnections } from './postgres/held-connections.ts';
export type { OwnPostgres } from './postgres/own-postgres.ts';
export { ownLiveStandby, ownPostgres, ownStandby } from './postgres/own-postgres.ts';
export { type PoolingOptions, type PoolingProxy, startPoolingProxy } from './postgres/pooling-proxy.ts';
export { sqlByHand } from './postgres/sql-by-hand.ts';
export type { Template, TestDatabase } from './postgres/test-database.ts';
export { endSessions, testDatabase } from './postgres/test-database.ts';
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
} from './s3/s3-buckets.ts';
export { VERSITYGW_VERSION, versitygwBinary } from './s3/s3-build.ts';
export { startS3Server } from './s3/s3-server.ts';
export { signedFetch } from './s3/sign.ts';
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
export type { Ending, ProcessOptions, StartedProcess } from './start-process.ts';
export { startProcess } from './start-process.ts';
export { temporaryFolder } from './temporary-folder.ts';
export { type CachedTool, cachedTool } from './tools/cached-tool.ts';
export { installedJwarc } from './tools/installed-jwarc.ts';
export { installedPywb, PYWB_VERSION, pywbWith } from './tools/installed-pywb.ts';
export {
  describeWithTool,
  type InstalledTool,
  installedSurt,
  type PythonTool,
  pythonTool,
} from './tools/python-tool.ts';
