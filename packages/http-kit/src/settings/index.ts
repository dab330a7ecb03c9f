// @holdfast/http-kit/settings: what a process knows of its settings before it serves anything. Whoever needs no more than
// that loads neither Express nor ajv, of which a process that only starts others would have nothing but the cost.
export { MIN_PASSWORD_CHARACTERS } from '../auth/password.ts';
export { commonSpec } from './common.ts';
export { groupOfSetting, type ListedSetting } from './list-settings.ts';
export { type LoginSettings, loginFaults, storingSpec } from './logins.ts';
export { makeFolder } from './make-folder.ts';
export { misspeltSettings } from './misspelt.ts';
export { type Environment, readSettings, type Settings, SettingsError } from './read-settings.ts';
export { shareOf } from './share-of-worker.ts';
export type { SettingSpec, SettingsSpec } from './spec.ts';
export { defaultOf, valuesOf } from './wording.ts';
