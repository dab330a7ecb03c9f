// Users and their roles: which roles a user has, and which operations these allow. LOCKSS defines the role names.

/** Token by which a user was authenticated. */
export interface AuthenticationToken {
  readonly id: string;
  readonly name: string;
  /** If undefined, the token is valid in all namespaces. */
  readonly namespaces: readonly string[] | undefined;
  readonly endsMs: number;
}

/** User whose credentials a request carried. */
export interface User {
  readonly name: string;
  readonly roles: readonly string[];
  /**
   * Set if the request carried an API token. `roles` is then limited to those roles of the token that its owner also
   * has.
   */
  readonly token?: AuthenticationToken;
}

/** All roles that users can have. */
export const lockssRoles: readonly string[] = [
  'accessContentRole',
  'contentAdminRole',
  'auAdminRole',
  'userAdminRole',
];

/**
 * Role of the login that another service uses to store the node's plugin registries. It comes from settings only, never
 * from a users file. Each operation must check that such a login stores nothing but plugin registries.
 */
export const PLUGIN_STORE_ROLE = 'pluginStoreRole';

/** Used in place of a role in an API contract. Allows every user who has at least one role. */
export const ANY_ROLE = 'any';

/** Roles included in a role. userAdminRole is not listed, because it allows everything. */
const IMPLIED: ReadonlyMap<string, readonly string[]> = new Map([
  ['contentAdminRole', ['accessContentRole']],
  ['auAdminRole', ['accessContentRole']],
  [PLUGIN_STORE_ROLE, ['accessContentRole']],
]);

/** Returns those `wanted` roles that the owner has, directly or because another role includes them. */
export function limitRoles(wanted: readonly string[], held: readonly string[]): readonly string[] {
  if (held.includes('userAdminRole')) return wanted;
  const all = held.flatMap((role) => [role, ...(IMPLIED.get(role) ?? [])]);
  return wanted.filter((role) => all.includes(role));
}

/** Returns true if at least one of the roles exists. */
export const hasRole = (roles: readonly string[]): boolean =>
  roles.some((role) => lockssRoles.includes(role));

/**
 * Returns true if the user has any of the `wanted` roles. ANY_ROLE accepts every known role. An empty list allows
 * nobody.
 */
export function isAllowedByRoles(roles: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length === 0) return false;
  if (roles.includes('userAdminRole')) return true;
  if (wanted.includes(ANY_ROLE)) return hasRole(roles);
  const held = roles.flatMap((role) => [role, ...(IMPLIED.get(role) ?? [])]);
  return held.some((role) => wanted.includes(role));
}
