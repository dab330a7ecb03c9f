// Decides which parameters of an AU are secret, and masks them for users who may not see secrets.
import type { Plugin } from '../plugins/plugin.ts';
import type { AuConfigurationMap } from './documents.ts';

/** Code of the parameter type for `user:password` values. */
export const SECRET_TYPE = 10;

/** Key of the parameter that LOCKSS always treats as a secret, whatever type the plugin declares for it. */
export const STANDARD_SECRET = 'user_pass';

/** Matches keys of parameters that may be secret. Used if no plugin declares the type of the parameter. */
const SOUNDS_SECRET = /pass|secret|token|credential/i;

/** Keys of the parameters that a plugin declares with SECRET_TYPE. Undefined if the plugin is not loaded. */
export type DeclaredSecrets = ReadonlySet<string> | undefined;

export function findDeclaredSecrets(plugin: Plugin | undefined): DeclaredSecrets {
  const declared = plugin?.parameters.filter(({ type }) => type === SECRET_TYPE);
  return declared && new Set(declared.map(({ key }) => key));
}

export function isSecret(declared: DeclaredSecrets, key: string): boolean {
  return key === STANDARD_SECRET || (declared?.has(key) ?? SOUNDS_SECRET.test(key));
}

/**
 * Returns whether the parameter may be secret; true if in doubt. Use this only for messages, where unnecessary masking
 * does no harm.
 */
export const canBeSecret = (declared: DeclaredSecrets, key: string): boolean =>
  isSecret(declared, key) || SOUNDS_SECRET.test(key);

/** Returns the configuration for users who may not see secrets: secret values are masked. */
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
 * Masks a secret: `joe:secret` becomes `joe:******`. A value without a colon may be only a password, so it is masked
 * completely.
 */
export function maskSecret(value: string): string {
  const colon = value.indexOf(':');
  return colon < 0 ? '******' : `${value.slice(0, colon)}:******`;
}
