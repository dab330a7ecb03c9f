// Roles of users, and the permissions they imply. LOCKSS defines the role names. This file also defines API tokens,
// which act on behalf of their owner with some of the owner's roles.
import { createHash, randomBytes } from 'node:crypto';

/** API token that authenticated a request. */
export interface AuthenticationToken {
  readonly id: string;
  readonly name: string;
  /** Namespaces in which the token is valid. Undefined: all namespaces. */
  readonly namespaces: readonly string[] | undefined;
  readonly endsMs: number;
}

/** Authenticated user of a request. */
export interface User {
  readonly name: string;
  readonly roles: readonly string[];
  /** API token of the request, if any. `roles` then contains only those roles of the token that its owner also has. */
  readonly token?: AuthenticationToken;
  /** OpenID Connect provider that authenticated the user, if any. */
  readonly provider?: ProviderIdentity;
}

/** Identity of a user at an OpenID Connect provider. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** All roles that a users file may contain. */
export const lockssRoles: readonly string[] = [
  'accessContentRole',
  'contentAdminRole',
  'auAdminRole',
  'userAdminRole',
];

/**
 * Role of the login with which another service stores the node's plugin registries. Only the settings can assign this
 * role, not the users file. Each operation that accepts this role must check that the request stores only plugin
 * registries.
 */
export const PLUGIN_STORE_ROLE = 'pluginStoreRole';

/** Wildcard in API contracts. Stands for all users who have at least one role. */
export const ANY_ROLE = 'any';

/** Roles that another role includes. userAdminRole includes every role and is not listed. */
const IMPLIED: ReadonlyMap<string, readonly string[]> = new Map([
  ['contentAdminRole', ['accessContentRole']],
  ['auAdminRole', ['accessContentRole']],
  [PLUGIN_STORE_ROLE, ['accessContentRole']],
]);

/** Returns the `wanted` roles that the owner has, directly or through another role. */
export function limitRoles(wanted: readonly string[], held: readonly string[]): readonly string[] {
  if (held.includes('userAdminRole')) return wanted;
  const all = held.flatMap((role) => [role, ...(IMPLIED.get(role) ?? [])]);
  return wanted.filter((role) => all.includes(role));
}

/** Returns whether at least one of `roles` is a LOCKSS role. */
export const hasRole = (roles: readonly string[]): boolean =>
  roles.some((role) => lockssRoles.includes(role));

/**
 * Returns whether the user has at least one of the `wanted` roles. ANY_ROLE in `wanted` accepts every LOCKSS role. An
 * empty `wanted` accepts nobody.
 */
export function isAllowedByRoles(roles: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length === 0) return false;
  if (roles.includes('userAdminRole')) return true;
  if (wanted.includes(ANY_ROLE)) return hasRole(roles);
  const held = roles.flatMap((role) => [role, ...(IMPLIED.get(role) ?? [])]);
  return held.some((role) => wanted.includes(role));
}

/** API token in the users file: a random secret, stored only as a hash. The token is valid until it expires. */
export interface TokenEntry {
  readonly id: string;
  readonly name: string;
  /** Name of the user on whose behalf the token acts. */
  readonly owner: string;
  /** SHA-256 of the secret, in base64url. */
  readonly hash: string;
  readonly roles: readonly string[];
  /** Namespaces in which the token is valid. Undefined: all namespaces. */
  readonly namespaces?: readonly string[];
  /** ISO 8601. */
  readonly created: string;
  /** ISO 8601. */
  readonly ends: string;
}

/**
 * User name for HTTP Basic logins with a token; the password is then the token's secret. No user can have this name,
 * because it contains a colon.
 */
export const TOKEN_USER = 'token:';

const PREFIX = 'hft_';
const SECRET = /^hft_[A-Za-z0-9_-]{43}$/;
const MAX_TOKENS = 10_000;
const DAY_MS = 86_400_000;

export const isTokenSecret = (text: string): boolean => SECRET.test(text);

export interface NewApiToken {
  readonly name: string;
  readonly owner: string;
  readonly roles: readonly string[];
  readonly namespaces?: readonly string[] | undefined;
  readonly days: number;
}

/** Generates a token. Returns its entry for the users file and its secret, which is not stored anywhere. */
export function makeApiToken(
  { name, owner, roles, namespaces, days }: NewApiToken,
  nowMs: number,
): { readonly entry: TokenEntry; readonly secret: string } {
  const secret = `${PREFIX}${randomBytes(32).toString('base64url')}`;
  const entry = {
    id: randomBytes(6).toString('hex'),
    name,
    owner,
    hash: hashSecret(secret),
    roles,
    ...(namespaces !== undefined && { namespaces }),
    created: new Date(nowMs).toISOString(),
    ends: new Date(nowMs + days * DAY_MS).toISOString(),
  };
  return { entry, secret };
}

/** Uses a fast hash, because a secret with 256 random bits cannot be guessed. */
function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

export type TokensByHash = ReadonlyMap<string, TokenEntry>;

/** Parses the token entries. Throws an Error with the number of the faulty entry, but never with its content. */
export function parseTokens(list: unknown): TokensByHash {
  if (list === undefined) return new Map();
  if (!Array.isArray(list) || list.length > MAX_TOKENS)
    throw new Error(`the \`tokens\` of the users file must be an array of at most ${MAX_TOKENS} tokens`);
  const entries = list.map((entry, index) => parseToken(entry, index + 1));
  const ids = new Set(entries.map(({ id }) => id));
  if (ids.size < entries.length) throw new Error('two tokens of the users file have the same id');
  return new Map(entries.map((entry) => [entry.hash, entry]));
}

const TEXTS = {
  id: /^[0-9a-f]{12}$/,
  name: /^[^\p{Cc}]{1,100}$/u,
  owner: /^[^\p{Cc}]{1,256}$/u,
  hash: /^[A-Za-z0-9_-]{43}$/,
  created: /^\d{4}-\d\d-\d\dT/,
  ends: /^\d{4}-\d\d-\d\dT/,
} as const;

function parseToken(entry: unknown, number: number): TokenEntry {
  const fault = (what: string): Error => new Error(`token ${number} of the users file ${what}`);
  if (typeof entry !== 'object' || entry === null) throw fault('is not an object');
  const token = entry as Record<keyof TokenEntry, unknown>;
  for (const [name, form] of Object.entries(TEXTS)) {
    const value = token[name as keyof typeof TEXTS];
    if (typeof value !== 'string' || !form.test(value)) throw fault(`has a wrong \`${name}\``);
  }
  if (Number.isNaN(Date.parse(token.ends as string))) throw fault('has a wrong `ends`');
  if (!isTextList(token.roles) || !token.roles.every((role) => lockssRoles.includes(role)))
    throw fault(`needs roles of ${lockssRoles.join(', ')}`);
  if (token.namespaces !== undefined && !isTextList(token.namespaces))
    throw fault('has `namespaces` that are not a list of names');
  return { ...(token as unknown as TokenEntry), owner: (token.owner as string).normalize('NFC') };
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && one !== '');

/**
 * Returns the user on whose behalf a token acts, with the owner's current rights. Returns undefined if the secret is
 * unknown, or if the owner is missing or disabled. The caller must check `endsMs` for each request, because the result
 * may be cached.
 */
export function findTokenUser(
  tokens: TokensByHash,
  secret: string,
  findOwner: (name: string) => Pick<User, 'name' | 'roles'> | undefined,
): User | undefined {
  const entry = SECRET.test(secret) ? tokens.get(hashSecret(secret)) : undefined;
  const owner = entry && findOwner(entry.owner);
  if (entry === undefined || owner === undefined) return undefined;
  const { id, name, namespaces, ends } = entry;
  return {
    name: owner.name,
    roles: limitRoles(entry.roles, owner.roles),
    token: { id, name, namespaces, endsMs: Date.parse(ends) },
  };
}
