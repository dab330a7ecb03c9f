// Decides which parameters of an AU are secret, and masks them for users who may not see secrets.
import type { Plugin } from '../plugins/plugin.ts';
import type { AuConfigurationMap } from './documents.ts';

/** Code of the parameter type for `user:password` values. */
export const SECRET_TYPE = 10;

/** Key of the parameter that LOCKSS always treats as a secret, even if the plugin declares another type. */
export const STANDARD_SECRET = 'user_pass';

/** Matches keys of parameters that may be secret. Used for parameters whose type no plugin declares. */
const SOUNDS_SECRET = /pass|secret|token|credential/i;

/** Keys of the parameters that a plugin declares as secret. Undefined if the plugin is not loaded. */
export type DeclaredSecrets = ReadonlySet<string> | undefined;

export function findDeclaredSecrets(plugin: Plugin | undefined): DeclaredSecrets {
  const declared = plugin?.parameters.filter(({ type }) => type === SECRET_TYPE);
  return declared && new Set(declared.map(({ key }) => key));
}

export function isSecret(declared: DeclaredSecrets, key: string): boolean {
  return key === STANDARD_SECRET || (declared?.has(key) ?? SOUNDS_SECRET.test(key));
}

/** Returns whether the parameter may be secret. If in doubt, returns true, so use this for messages only. */
export const canBeSecret = (declared: DeclaredSecrets, key: string): boolean =>
  isSecret(declared, key) || SOUNDS_SECRET.test(key);

/** Masks the secret values of a configuration, for users who may not see secrets. */
export function maskSecrets(
  configuration: AuConfigurationMap,
  declared: DeclaredSecrets,
): AuConfigurationMap {
  return Object.fromEntries(
    Object.entries(configuration).map(([key, value]) => [
      key,
      isSecret(declared, key) ? maskSecret(value) : value,
    ]),
  );
}

/**
 * Masks a secret: `joe:secret` becomes `joe:******`. A secret without a colon is masked completely, because it may be a
 * password.
 */
export function maskSecret(value: string): string {
  const colon = value.indexOf(':');
  return colon < 0 ? '******' : `${value.slice(0, colon)}:******`;
}
