// Roles of users, and the permissions they imply. LOCKSS defines the role names.

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
