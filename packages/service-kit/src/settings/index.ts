// @holdfast/service-kit/settings: reading settings, without loading the log and the metrics.
export { TrustOnlyAgent, tlsFaults, trustOnly } from './certificate-files.ts';
export type { AuditTarget } from './common.ts';
export {
  commonSpec,
  MIN_PASSWORD_CHARACTERS,
  parseProxies,
  storingSpec,
  type TrustProxy,
  trustProxies,
} from './common.ts';
export { splitHosts } from './host-list.ts';
export { groupOfSetting, type ListedSetting } from './list-settings.ts';
export { makeFolder } from './make-folder.ts';
export {
  type Environment,
  misspeltSettings,
  readSettings,
  type Settings,
  SettingsError,
} from './read-settings.ts';
export { divideShare, shareOfWorker } from './share-of-worker.ts';
export type { SettingsSpec } from './spec.ts';
export { databaseCaSpec } from './tls-spec.ts';
export { describeDefault, describeValues } from './wording.ts';
