// Entries of the users file about users of an OpenID Connect provider: users who may no longer log in, and users whose
// sessions were ended. Users without an entry may log in.
import { createHash } from 'node:crypto';

/**
 * Prefix of the names of users who log in through a provider. No user of the users file or of the settings has such a
 * name, because a name contains no colon.
 */
export const PROVIDER_PREFIX = 'oidc:';

export interface ProviderUserEntry {
  /** Identifier of the user at the provider (`sub`). */
  readonly subject: string;
  /** True for a user who cannot log in. */
  readonly disabled?: boolean;
  /** Arbitrary text. Sessions that began with a different text are invalid. */
  readonly sessionMark?: string;
}

export type ProviderUsers = ReadonlyMap<string, ProviderUserEntry>;

/** Maximum number of entries in a users file. */
export const MAX_PROVIDER_ENTRIES = 10_000;

/** Parses `oidcUsers` of the users file. Throws an Error with the number of the faulty entry. */
export function parseProviderUsers(list: unknown): ProviderUsers {
  if (list === undefined) return new Map();
  if (!Array.isArray(list) || list.length > MAX_PROVIDER_ENTRIES)
    throw new Error(
      `the \`oidcUsers\` of the users file must be an array of at most ${MAX_PROVIDER_ENTRIES} users`,
    );
  return new Map(
    list.map((entry, index) => {
      const { subject, disabled, sessionMark } = (entry ?? {}) as Readonly<Record<string, unknown>>;
      const isValid =
        typeof subject === 'string' &&
        subject !== '' &&
        ['boolean', 'undefined'].includes(typeof disabled) &&
        ['string', 'undefined'].includes(typeof sessionMark);
      if (!isValid)
        throw new Error(
          `entry ${index + 1} of the \`oidcUsers\` needs a \`subject\`; \`disabled\` must be true or false, and \`sessionMark\` a text`,
        );
      return [subject, entry as ProviderUserEntry] as const;
    }),
  );
}

/** Returns the stamp that binds sessions to this user. Undefined for a disabled user. */
export function computeProviderStamp(users: ProviderUsers, subject: string): string | undefined {
  const { disabled, sessionMark = '' } = users.get(subject) ?? {};
  if (disabled === true) return undefined;
  return createHash('sha256')
    .update(JSON.stringify(['provider', subject, sessionMark]))
    .digest('base64');
}
