// Table of all requirements in the interface document of the configuration service, by operation and field.
import {
  anyRole,
  auAdmins,
  openOperation,
  type PromisedFields,
  type PromisedOperation,
  userAdmins,
} from './interface.ts';
import { sharedOperations } from './shared-operations.ts';
import { versionOperations } from './version-operations.ts';

const groupStatuses = { promised: [200, 400, 401, 403, 415, 500], added: [413, 503] };
const documentWrites = { promised: [200, 400, 401, 403, 404, 415, 500], added: [413, 503] };
const auReads = { promised: [200, 400, 401, 404, 500], added: [403, 503] };
const fileReads = { promised: [200, 304, 400, 401, 404, 406, 412, 500], added: [403, 503] };
const metadataSwitches = { promised: [200, 400, 401, 403, 404, 409, 415, 500], added: [503] };
const plainReads = { promised: [200, 401, 500], added: [403, 503] };
const queries = { promised: [200, 400, 401, 500], added: [403, 503] };

export const configurationOperations: readonly PromisedOperation[] = [
  {
    operation: 'POST /auids',
    id: 'calculateAuid',
    promised: [200, 400, 401, 403, 404, 500],
    added: [415, 503],
    form: 'pluginId handle auConfig',
    roles: anyRole,
  },
  {
    operation: 'DELETE /aus/{auid}',
    id: 'deleteAu',
    promised: [200, 400, 401, 403, 404, 500],
    added: [503],
    roles: auAdmins,
  },
  { operation: 'DELETE /aus/delete', id: 'deleteAus', ...groupStatuses, roles: auAdmins },
  { operation: 'GET /aus', id: 'getAllAuConfigurations', ...plainReads, roles: anyRole },
  { operation: 'GET /aus/{auid}', id: 'getAuConfiguration', ...auReads, roles: anyRole },
  { operation: 'GET /auagreements/{auid}', id: 'getAuAgreements', ...auReads, roles: anyRole },
  { operation: 'PATCH /auagreements/{auid}', id: 'patchAuAgreements', ...documentWrites, roles: auAdmins },
  { operation: 'GET /austates/{auid}', id: 'getAuState', ...auReads, roles: anyRole },
  { operation: 'PATCH /austates/{auid}', id: 'patchAuState', ...documentWrites, roles: auAdmins },
  { operation: 'GET /austatuses/{auid}', id: 'getAuStatus', ...auReads, roles: anyRole },
  { operation: 'GET /aususpecturls/{auid}', id: 'getAuSuspectUrlVersions', ...auReads, roles: anyRole },
  {
    operation: 'PUT /aususpecturls/{auid}',
    id: 'putAuSuspectUrlVersions',
    ...documentWrites,
    roles: auAdmins,
  },
  { operation: 'GET /noaupeers/{auid}', id: 'getNoAuPeers', ...auReads, roles: anyRole },
  { operation: 'PUT /noaupeers/{auid}', id: 'putNoAuPeers', ...documentWrites, roles: auAdmins },
  { operation: 'POST /aus/add', id: 'addAus', ...groupStatuses, roles: auAdmins },
  { operation: 'PUT /aus/{auid}', id: 'putAuConfiguration', ...documentWrites, roles: auAdmins },
  {
    operation: 'PUT /ausubstances/{auid}',
    id: 'updateAuSubstance',
    promised: [200, 400, 401, 404, 500],
    added: [403, 503],
    roles: auAdmins,
  },
  { operation: 'PUT /aus/deactivate', id: 'deactivateAus', ...groupStatuses, roles: auAdmins },
  { operation: 'PUT /aus/reactivate', id: 'reactivateAus', ...groupStatuses, roles: auAdmins },
  {
    operation: 'PUT /aus/{auid}/mdenable',
    id: 'enableAuMetadataExtraction',
    ...metadataSwitches,
    roles: auAdmins,
  },
  {
    operation: 'PUT /aus/{auid}/mddisable',
    id: 'disableAuMetadataExtraction',
    ...metadataSwitches,
    roles: auAdmins,
  },
  { operation: 'GET /ws/auqueries', id: 'queryAus', ...queries, query: 'auQuery!', roles: anyRole },
  { operation: 'GET /config/lastupdatetime', id: 'getLastUpdateTime', ...plainReads, roles: anyRole },
  { operation: 'GET /config/loadedurls', id: 'getLoadedUrls', ...plainReads, roles: anyRole },
  { operation: 'GET /config/platform', id: 'getPlatformConfiguration', ...plainReads, roles: anyRole },
  {
    operation: 'GET /config/files',
    id: 'getConfigurationFiles',
    promised: [],
    added: [200, 401, 403, 500, 503],
    roles: userAdmins,
  },
  {
    operation: 'GET /config/parameters',
    id: 'getParameters',
    promised: [],
    added: [200, 400, 401, 403, 500, 503],
    query: 'key prefix',
    roles: userAdmins,
  },
  {
    operation: 'GET /config/file/{sectionName}',
    id: 'getSectionConfiguration',
    ...fileReads,
    roles: userAdmins,
  },
  ...versionOperations,
  { operation: 'GET /config/url', id: 'getUrlConfiguration', ...fileReads, query: 'url!', roles: userAdmins },
  {
    operation: 'PUT /config/file/{sectionName}',
    id: 'putSectionConfiguration',
    promised: [200, 400, 401, 403, 404, 412, 415, 500],
    added: [413, 503],
    form: 'configFile!',
    roles: userAdmins,
  },
  {
    operation: 'PUT /config/reload',
    id: 'reloadConfiguration',
    promised: [200, 401, 403, 500],
    added: [503],
    roles: userAdmins,
  },
  { operation: 'GET /ws/plugins', id: 'queryPlugins', ...queries, query: 'pluginQuery!', roles: anyRole },
  ...sharedOperations,
  { operation: 'GET /status', id: 'getStatus', promised: [200, 401, 500], added: [], roles: openOperation },
  { operation: 'GET /ws/tdbaus', id: 'queryTdbAus', ...queries, query: 'tdbAuQuery!', roles: anyRole },
  {
    operation: 'GET /ws/tdbpublishers',
    id: 'queryTdbPublishers',
    ...queries,
    query: 'tdbPublisherQuery!',
    roles: anyRole,
  },
  {
    operation: 'GET /ws/tdbtitles',
    id: 'queryTdbTitles',
    ...queries,
    query: 'tdbTitleQuery!',
    roles: anyRole,
  },
  // Operations that are not in the interface document.
  {
    operation: 'GET /ws/auqueries.csv',
    id: 'queryAusAsCsv',
    ...{ promised: [], added: [200, 400, 401, 403, 500, 503] },
    query: 'auQuery!',
    roles: anyRole,
  },
  {
    operation: 'GET /plugins/registries',
    id: 'getPluginRegistries',
    ...{ promised: [], added: [200, 401, 403, 500, 503] },
    roles: anyRole,
  },
  {
    operation: 'GET /plugins/{pluginId}/parameters',
    id: 'getPluginParameters',
    ...{ promised: [], added: [200, 400, 401, 403, 404, 500, 503] },
    roles: anyRole,
  },
  {
    operation: 'GET /titles/findings',
    id: 'getTitleFindings',
    ...{ promised: [], added: [200, 400, 401, 403, 500, 503] },
    query: 'kind limit continuationToken',
    roles: anyRole,
  },
  {
    operation: 'GET /audit',
    id: 'getAudit',
    ...{ promised: [], added: [200, 400, 401, 403, 404, 500, 503] },
    query:
      'since until user client event operation outcome requestId auid routine format limit continuationToken',
    roles: userAdmins,
  },
  {
    operation: 'GET /aus/{auid}/history',
    id: 'getAuHistory',
    ...{ promised: [], added: [200, 400, 401, 403, 404, 500, 503] },
    query: 'routine limit continuationToken',
    roles: auAdmins,
  },
  {
    operation: 'GET /usernames',
    id: 'getUserNames',
    promised: [],
    added: [200, 401, 403, 500, 503],
    roles: userAdmins,
  },
  {
    operation: 'POST /users',
    id: 'postUsers',
    promised: [],
    added: [200, 400, 401, 403, 413, 415, 500, 503],
    roles: userAdmins,
  },
  {
    operation: 'GET /users/{username}',
    id: 'getUser',
    promised: [],
    added: [200, 400, 401, 403, 404, 500, 503],
    roles: userAdmins,
  },
  {
    operation: 'PATCH /users/{username}',
    id: 'patchUser',
    promised: [],
    added: [200, 400, 401, 403, 404, 413, 415, 500, 503],
    roles: userAdmins,
  },
  {
    operation: 'DELETE /users/{username}',
    id: 'deleteUser',
    promised: [],
    added: [200, 400, 401, 403, 500, 503],
    roles: userAdmins,
  },
  {
    operation: 'GET /aus/export',
    id: 'exportAus',
    ...{ promised: [], added: [200, 401, 403, 500, 503] },
    roles: auAdmins,
  },
  {
    operation: 'POST /aus/import',
    id: 'importAus',
    ...{ promised: [], added: [200, 400, 401, 403, 415, 500, 503] },
    query: 'replace',
    roles: auAdmins,
  },
];

export const configurationFields: PromisedFields = {
  AuConfiguration: 'auId:string! auConfig:object!',
  AuStatus: `volume journalTitle pluginName year accessType contentSize diskUsage status recentPollAgreement
    publishingPlatform publisher provider availableFromPublisher substanceState creationTime
    lastCompletedCrawl lastCrawl lastCrawlResult lastCompletedDeepCrawl lastDeepCrawl lastDeepCrawlResult
    lastCompletedDeepCrawlDepth lastMetadataIndex lastCompletedPoll lastPoll lastPollResult
    subscriptionStatus crawlProxy`,
  AuWsResult: `auId:string name pluginName tdbYear accessType contentSize diskUsage recentPollAgreement
    highestPollAgreement publishingPlatform tdbPublisher availableFromPublisher substanceState creationTime
    lastCompletedCrawl lastCrawl lastCrawlResult lastCompletedDeepCrawl lastDeepCrawl lastDeepCrawlResult
    lastCompletedDeepCrawlDepth lastMetadataIndex lastCompletedPoll lastPoll lastPollResult auConfiguration
    journalTitle active auNumber:int64 lastConfigured volume sizeTime tdbProvider subscriptionStatus crawlProxy crawlPool
    isBulkContent peerAgreements:array newContentCrawlUrls:array accessUrls:array urlStems:array`,
  PeerAgreementsOfQuery: 'peerId:string! agreements:object!',
  AuidsForm: 'pluginId:string handle:string auConfig',
  CheckSubstanceResult: 'id:string! oldState newState errorMessage:string',
  ContentConfigurationResult: 'auId:string! id:string name:string! isSuccess:boolean! message:string!',
  RequestAuControlResult: 'id:string! success:boolean! errorMessage:string',
  ConfigFileForm: 'configFile:binary!',
  PlatformConfigurationWsResult: `hostName:string! ipAddress groups project adminEmail currentTime uptime
    version platform runtime diskUse daemonVersion currentWorkingDirectory:string`,
  DaemonVersion: 'fullVersion:string! majorVersion! minorVersion! buildVersion!',
  PluginWsResult: `pluginId:string name:string version:string type:string definition:object registry:string
    url:string auCount:int32 publishingPlatform:string`,
  TdbAuWsResult: `auId:string name:string pluginName:string tdbTitle:object tdbPublisher:object year:string
    down:boolean active:boolean addable:boolean params:object attrs:object props:object`,
  TdbPublisherWsResult: 'name:string',
  TdbTitleWsResult: `name:string tdbPublisher:object id:string proprietaryid:string proprietaryids:array
    publicationtype:string issn:string issnl:string eissn:string printissn:string issns:array
    proprietaryId:string proprietaryIds:array publicationType:string issnL:string eIssn:string printIssn:string`,
  ApiStatus: `apiVersion:string! ready:boolean! componentName:string componentVersion:string
    systemVersion:string serviceName:string readyTime:int64 reason:string startupStatus`,
  AuState: `auId auCreationTime lastCrawlTime lastCrawlAttempt lastCrawlResult lastDeepCrawlTime
    lastDeepCrawlAttempt lastDeepCrawlResult lastDeepCrawlDepth lastTopLevelPollTime lastPollStart
    lastPollResult averageHashDuration lastMetadataIndex lastPoPPoll lastPoPPollResult lastLocalHashScan
    numAgreePeersLastPoR v3Agreement highestV3Agreement pollDuration clockssSubscriptionStatus
    lastContentChange numWillingRepairers numCurrentSuspectVersions lastCrawlResultMsg
    lastDeepCrawlResultMsg accessType substanceVersion metadataVersion cdnStems hasSubstance
    isMetadataExtractionEnabled`,
  AuAgreements: 'auid rawMap!',
  PeerAgreement: `percentAgreement percentAgreementTime highestPercentAgreement
    highestPercentAgreementTime`,
  AuSuspectUrlVersions: 'auid suspectVersions!',
  SuspectUrlVersion: 'url! version! created computedHash storedHash',
  NoAuPeers: 'auid rawSet! date',
  AuRecord: 'auId:string! auConfig:object auState auAgreements auSuspectUrlVersions noAuPeers',
  AuImportResult: 'line:int32! auId:string isSuccess:boolean! outcome:string! message:string!',
};

export const configurationEnums: Readonly<Record<string, readonly string[]>> = {
  SubstanceState: ['Unknown', 'Yes', 'No'],
  AccessType: ['OpenAccess', 'Subscription'],
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
