// API contracts of the two services: types generated from the OpenAPI documents, and short names for the most used
// types. The documents have separate entry points, because few programs need both.
import type { components as ConfigurationComponents } from './generated/configuration.ts';
import type { components as RepositoryComponents } from './generated/repository.ts';

export type * from './document.ts';
export type * as configuration from './generated/configuration.ts';
export type * as repository from './generated/repository.ts';

type RepositorySchemas = RepositoryComponents['schemas'];
type ConfigurationSchemas = ConfigurationComponents['schemas'];

// Both contracts define these two types identically, which a test verifies.
export type ApiStatus = RepositorySchemas['ApiStatus'];
export type StartupStatus = RepositorySchemas['StartupStatus'];
export type Problem = RepositorySchemas['Problem'];

export type Artifact = RepositorySchemas['Artifact'];
export type ArtifactOverview = RepositorySchemas['ArtifactOverview'];
export type ArtifactProperties = RepositorySchemas['ArtifactProperties'];
export type ArtifactPropertiesInput = RepositorySchemas['ArtifactPropertiesInput'];
export type ArtifactRecord = RepositorySchemas['ArtifactRecord'];
export type ArtifactState = RepositorySchemas['ArtifactState'];
export type ArtifactPageInfo = RepositorySchemas['ArtifactPageInfo'];
export type AuidPageInfo = RepositorySchemas['AuidPageInfo'];
export type UrlTreePage = RepositorySchemas['UrlTreePage'];
export type ContentSearchResult = RepositorySchemas['ContentSearchResult'];
export type FoundCapture = RepositorySchemas['FoundCapture'];
export type PageInfo = RepositorySchemas['PageInfo'];
export type ImportStatus = RepositorySchemas['ImportStatus'];
export type MigrationStatus = RepositorySchemas['MigrationStatus'];
export type ImportSummary = RepositorySchemas['ImportSummary'];
export type ImportSummaryLine = RepositorySchemas['ImportSummaryLine'];
export type ImportOutcome = RepositorySchemas['ImportOutcome'];
export type AuSize = RepositorySchemas['AuSize'];
export type StorageInfo = RepositorySchemas['StorageInfo'];
export type RepositoryInfo = RepositorySchemas['RepositoryInfo'];
export type CdxRecord = RepositorySchemas['CdxRecord'];

export type AuditEntry = RepositorySchemas['AuditEntry'];
export type AuditPage = RepositorySchemas['AuditPage'];
export type PageReport = RepositorySchemas['PageReport'];
export type AuCondition = RepositorySchemas['AuCondition'];
export type AuEvent = RepositorySchemas['AuEvent'];
export type AuEvents = RepositorySchemas['AuEvents'];
export type AuReport = RepositorySchemas['AuReport'];
export type AuReportLine = RepositorySchemas['AuReportLine'];
export type AuStoreCopies = RepositorySchemas['AuStoreCopies'];
export type ArtifactEvents = RepositorySchemas['ArtifactEvents'];
export type ArtifactEvent = RepositorySchemas['ArtifactEvent'];
export type DamagedArtifact = RepositorySchemas['DamagedArtifact'];
export type DamagePage = RepositorySchemas['DamagePage'];
export type Failure = RepositorySchemas['Failure'];
export type GrowthSample = RepositorySchemas['GrowthSample'];
export type ImportPage = RepositorySchemas['ImportPage'];
export type ImportUnderWay = RepositorySchemas['ImportUnderWay'];
export type Job = RepositorySchemas['Job'];
export type JobOrder = RepositorySchemas['JobOrder'];
export type Live = RepositorySchemas['Live'];
export type NotedImport = RepositorySchemas['NotedImport'];
export type PurgePage = RepositorySchemas['PurgePage'];
export type Purge = RepositorySchemas['Purge'];
export type Hold = RepositorySchemas['Hold'];
export type HoldPage = RepositorySchemas['HoldPage'];
export type NewHold = RepositorySchemas['NewHold'];
export type PeerRepairs = RepositorySchemas['PeerRepairs'];
export type RepairOutcome = RepositorySchemas['RepairOutcome'];
export type StoreCopies = RepositorySchemas['StoreCopies'];
export type Summary = RepositorySchemas['Summary'];
export type Check = RepositorySchemas['Check'];
export type CheckException = RepositorySchemas['CheckException'];
export type CheckReport = RepositorySchemas['CheckReport'];
export type CheckSchedule = RepositorySchemas['CheckSchedule'];
export type CheckScope = RepositorySchemas['CheckScope'];
export type CheckedCopies = RepositorySchemas['CheckedCopies'];
export type NewCheck = RepositorySchemas['NewCheck'];
export type NewCheckSchedule = RepositorySchemas['NewCheckSchedule'];
export type SweepPreview = RepositorySchemas['SweepPreview'];

export type AuHistory = ConfigurationSchemas['AuHistory'];
export type AuHistoryEntry = ConfigurationSchemas['AuHistoryEntry'];
export type AuConfiguration = ConfigurationSchemas['AuConfiguration'];
export type AuState = ConfigurationSchemas['AuState'];
export type AuAgreements = ConfigurationSchemas['AuAgreements'];
export type AuSuspectUrlVersions = ConfigurationSchemas['AuSuspectUrlVersions'];
export type NoAuPeers = ConfigurationSchemas['NoAuPeers'];
export type AuStatus = ConfigurationSchemas['AuStatus'];
export type AuWsResult = ConfigurationSchemas['AuWsResult'];
export type CheckSubstanceResult = ConfigurationSchemas['CheckSubstanceResult'];
export type ContentConfigurationResult = ConfigurationSchemas['ContentConfigurationResult'];
export type RequestAuControlResult = ConfigurationSchemas['RequestAuControlResult'];
export type ConfigFileEntry = ConfigurationSchemas['ConfigFileEntry'];
export type ConfigFileVersion = ConfigurationSchemas['ConfigFileVersion'];
export type MergedParameter = ConfigurationSchemas['MergedParameter'];
export type PlatformConfigurationWsResult = ConfigurationSchemas['PlatformConfigurationWsResult'];
export type PluginWsResult = ConfigurationSchemas['PluginWsResult'];
export type TdbAuWsResult = ConfigurationSchemas['TdbAuWsResult'];
export type TdbPublisherWsResult = ConfigurationSchemas['TdbPublisherWsResult'];
export type TdbTitleWsResult = ConfigurationSchemas['TdbTitleWsResult'];
