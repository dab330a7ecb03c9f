// What the repository service's interface promises, operation by operation and field by field, for the tests.
import {
  anyRole,
  auAdmins,
  contentAdmins,
  open,
  type PromisedFields,
  type PromisedOperation,
  readers,
} from './interface.ts';

export const repositoryOperations: readonly PromisedOperation[] = [
  {
    operation: 'POST /archives',
    id: 'addArtifacts',
    promised: [200, 400, 401, 403, 502],
    added: [500, 503],
    query: 'namespace storeDuplicate excludeStatusPattern',
    form: 'auid! archive!',
    roles: contentAdmins,
  },
  {
    operation: 'POST /artifacts',
    id: 'createArtifact',
    promised: [201, 302, 400, 401, 403, 502],
    added: [500, 503],
    query: 'namespace',
    form: 'artifactProps! httpResponseHeader payload!',
    roles: contentAdmins,
  },
  {
    operation: 'GET /artifacts',
    id: 'getArtifactsFromAllAus',
    promised: [200, 401, 403, 404, 502],
    added: [400, 500, 503],
    query: 'namespace url urlPrefix versions limit continuationToken',
    roles: readers,
  },
  {
    operation: 'GET /artifacts/{uuid}',
    id: 'getArtifactDataByMultipart',
    promised: [200, 401, 403, 404, 500, 502],
    added: [400, 406, 503],
    query: 'namespace includeContent',
    roles: readers,
  },
  {
    operation: 'PUT /artifacts/{uuid}',
    id: 'updateArtifact',
    promised: [200, 400, 401, 403, 404],
    added: [500, 503],
    query: 'namespace committed',
    form: 'committed',
    roles: contentAdmins,
  },
  {
    operation: 'DELETE /artifacts/{uuid}',
    id: 'deleteArtifact',
    promised: [200, 401, 403, 404, 409],
    added: [400, 500, 503],
    query: 'namespace',
    roles: contentAdmins,
  },
  {
    operation: 'GET /artifacts/{uuid}/payload',
    id: 'getArtifactDataByPayload',
    promised: [200, 401, 403, 404, 500, 502],
    added: [206, 304, 400, 416, 503],
    query: 'namespace includeContent',
    roles: readers,
  },
  {
    operation: 'GET /artifacts/{uuid}/response',
    id: 'getArtifactDataByResponse',
    promised: [200, 401, 403, 404, 500, 502],
    added: [400, 503],
    query: 'namespace includeContent',
    roles: readers,
  },
  {
    operation: 'GET /aus',
    id: 'getAus',
    promised: [200, 401, 403, 404, 502],
    added: [400, 500, 503],
    query: 'namespace limit continuationToken',
    roles: readers,
  },
  {
    operation: 'GET /aus/{auid}/artifacts',
    id: 'getArtifacts',
    promised: [200, 401, 403, 404, 502],
    added: [400, 500, 503],
    query: 'namespace url urlPrefix version includeUncommitted limit continuationToken',
    roles: readers,
  },
  {
    operation: 'GET /aus/{auid}/size',
    id: 'getArtifactsSize',
    promised: [200, 401, 403, 404, 502],
    added: [400, 500, 503],
    query: 'namespace',
    roles: readers,
  },
  {
    operation: 'POST /aus/{auid}/bulk',
    id: 'handleBulkAuOp',
    promised: [200, 401, 403, 404],
    added: [400, 500, 503],
    query: 'namespace',
    form: 'op!',
    roles: auAdmins,
  },
  {
    operation: 'GET /namespaces',
    id: 'getNamespaces',
    promised: [200, 401],
    added: [403, 500, 503],
    roles: readers,
  },
  {
    operation: 'GET /repoinfo',
    id: 'getRepositoryInformation',
    promised: [200, 401, 500],
    added: [403, 503],
    roles: anyRole,
  },
  {
    operation: 'GET /repoinfo/storage',
    id: 'getStorageInfo',
    promised: [200, 401, 500],
    added: [403, 503],
    roles: anyRole,
  },
  {
    operation: 'GET /checksumalgorithms',
    id: 'getSupportedChecksumAlgorithms',
    promised: [200, 400, 401, 500],
    added: [403, 503],
    roles: anyRole,
  },
  { operation: 'GET /status', id: 'getStatus', promised: [200, 401, 500], added: [], roles: open },
  {
    operation: 'GET /replay/cdxa/{namespace}',
    id: 'getCdxa',
    promised: [200, 401, 403, 404, 500],
    added: [400, 503],
    query: 'q count start_page',
    roles: readers,
  },
  {
    operation: 'GET /replay/cdxb/{namespace}',
    id: 'getCdxb',
    promised: [200, 401, 403, 404, 500],
    added: [400, 503],
    query: `url limit matchType sort closest output fl
      from to filter filterDialect collapse collapseToFirst collapseToLast collapseTime offset resumeKey showResumeKey
      showNumPages page pageSize fastLatest omitSelfRedirects urlkey reverse fields gzip resolveRevisits method
      requestBody`,
    roles: readers,
  },
  {
    operation: 'GET /replay/warcs/{fileName}',
    id: 'getWarcArchive',
    promised: [200, 401, 404, 500],
    added: [206, 304, 403, 416, 502, 503],
    roles: readers,
  },
  {
    operation: 'GET /exports/{fileName}',
    id: 'exportArtifacts',
    promised: [],
    added: [200, 206, 304, 400, 401, 403, 404, 416, 500, 502, 503],
    query: 'auid url urlPrefix from to versions',
    roles: readers,
  },
];

export const repositoryFields: PromisedFields = {
  Artifact: `namespace uuid auid uri version contentLength:int64 contentDigest collectionDate:int64
    storeDate:int64 state committed:boolean storageUrl:string`,
  ArtifactProperties: `namespace uuid auid uri version contentLength:int64 contentDigest
    collectionDate:int64 storeDate:int64 state`,
  ArtifactPropertiesInput: `namespace uuid auid! uri! version contentLength contentDigest collectionDate
    storeDate state`,
  ArtifactPageInfo: 'artifacts:array! pageInfo:object!',
  AuidPageInfo: 'auids:array! pageInfo:object!',
  PageInfo: `totalCount:int32! resultsPerPage:int32! continuationToken:string curLink:string!
    nextLink:string`,
  AuSize: 'totalAllVersions:int64 totalLatestVersions:int64 totalWarcSize:int64',
  ImportStatus: 'warcId offset:int64 url artifactUuid digest version status statusMessage',
  RepositoryInfo: 'storeInfo:object! indexInfo:object!',
  StorageInfo: `type:string! name:string! size:int64 used:int64 avail:int64 percentUsedString:string
    percentUsed:double`,
  ApiStatus: `apiVersion:string! ready:boolean! componentName:string componentVersion:string
    systemVersion:string serviceName:string readyTime:int64 reason:string startupStatus`,
};

export const repositoryEnums: Readonly<Record<string, readonly string[]>> = {
  ImportOutcome: ['OK', 'ERROR', 'DUPLICATE', 'EXCLUDED'],
  ArtifactState: ['UNCOMMITTED', 'COMMITTED'],
  StartupStatus: [
    'NONE',
    'PLUGINS_CRAWLING',
    'PLUGINS_COLLECTED',
    'PLUGINS_LOADING',
    'PLUGINS_LOADED',
    'AUS_STARTING',
    'AUS_STARTED',
  ],
};
