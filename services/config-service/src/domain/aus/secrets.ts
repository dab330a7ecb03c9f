// The secrets in the configuration of an AU: which parameters they are, and how they are shown to those who may not see
// them.
import type { Plugin } from '../plugins/plugin.ts';
import type { AuConfigurationMap } from './documents.ts';

/** The type of parameters that hold the name of a user, a colon and a password. */
export const SECRET_TYPE = 10;

/** The parameter that the field knows as a secret by its key alone, whatever a plugin says of it. */
export const STANDARD_SECRET = 'user_pass';

/** How keys sound that may hold a secret; asked where no plugin says what they hold. */
const SOUNDS_SECRET = /pass|secret|token|credential/i;

/** The keys that a plugin declares to be of SECRET_TYPE; undefined where the plugin is not loaded. */
export type DeclaredSecrets = ReadonlySet<string> | undefined;

export function declaredSecrets(plugin: Plugin | undefined): DeclaredSecrets {
  const declared = plugin?.parameters.filter(({ type }) => type === SECRET_TYPE);
  return declared && new Set(declared.map(({ key }) => key));
}

export function isSecret(declared: DeclaredSecrets, key: string): boolean {
  return key === STANDARD_SECRET || (declared?.has(key) ?? SOUNDS_SECRET.test(key));
}

/** For messages, in which it does no harm to hide too much. */
export const mayBeSecret = (declared: DeclaredSecrets, key: string): boolean =>
  isSecret(declared, key) || SOUNDS_SECRET.test(key);

/** The configuration as those see it who may not see secrets. */
export function withoutSecrets(
  configuration: AuConfigurationMap,
  declared: DeclaredSecrets,
): AuConfigurationMap {
  return Object.fromEntries(
    Object.entries(configuration).map(([key, value]) => [
      key,
      isSecret(declared, key) ? masked(value) : value,
    ]),
  );
}

/** `joe:******` of `joe:secret`; nothing of what has no colon, and may be a password alone. */
export function masked(value: string): string {
  const colon = value.indexOf(':');
  return colon < 0 ? '******' : `${value.slice(0, colon)}:******`;
}
