// @holdfast/service-kit/settings: reads settings. Does not load the log or the metrics.
export { findTlsFaults, makeTrustOnlyOptions, TrustOnlyAgent } from './certificate-files.ts';
export type { AuditTarget } from './common.ts';
export {
  commonSpec,
  createProxyTrust,
  MIN_PASSWORD_CHARACTERS,
  parseProxies,
  pluginStoreSpec,
  type TrustProxy,
} from './common.ts';
export { splitHosts } from './host-list.ts';
export { findSettingGroup, type ListedSetting } from './list-settings.ts';
export { makeFolder } from './make-folder.ts';
export { oidcSpec, type RolePair } from './oidc-spec.ts';
export {
  describeMisspeltSettings,
  type Environment,
  readSettings,
  type Settings,
  SettingsError,
} from './read-settings.ts';
export { computeWorkerShare, divideSettings } from './share-of-worker.ts';
export type { SettingsSpec } from './spec.ts';
export { databaseCaSpec } from './tls-spec.ts';
export { describeDefault, describeValues } from './wording.ts';
