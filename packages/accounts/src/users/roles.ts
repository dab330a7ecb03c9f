// Users and their roles: which of them a user really has, and whether they reach an operation. The names are the
// field's.

/** Whose credentials a request carried. */
export interface User {
  readonly name: string;
  readonly roles: readonly string[];
}

/** Every role there is. */
export const fieldRoles: readonly string[] = [
  'accessContentRole',
  'contentAdminRole',
  'auAdminRole',
  'userAdminRole',
];

/**
 * The role of one login that settings make, as which another service stores the plugin registries of the node. No users file
 * gives it, and what else is let in with it is for the operations to refuse.
 */
export const PLUGIN_STORE_ROLE = 'pluginStoreRole';

/** Stands in a contract for every role there is: whoever has one may, and who has none may not. */
export const ANY_ROLE = 'any';

/** Roles that a role includes. userAdminRole is missing, because it may do everything. */
const IMPLIED: ReadonlyMap<string, readonly string[]> = new Map([
  ['contentAdminRole', ['accessContentRole']],
  ['auAdminRole', ['accessContentRole']],
  [PLUGIN_STORE_ROLE, ['accessContentRole']],
]);

/** Whether a user has any role that there is. */
export const hasRole = (roles: readonly string[]): boolean => roles.some((role) => fieldRoles.includes(role));

/** `wanted` is any-of, or holds ANY_ROLE; where nothing is wanted nobody may. */
export function mayDo(roles: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length === 0) return false;
  if (roles.includes('userAdminRole')) return true;
  if (wanted.includes(ANY_ROLE)) return hasRole(roles);
  const held = roles.flatMap((role) => [role, ...(IMPLIED.get(role) ?? [])]);
  return held.some((role) => wanted.includes(role));
}
