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

/** Roles that a role includes. userAdminRole is missing, because it may do everything. */
const IMPLIED: ReadonlyMap<string, readonly string[]> = new Map([
  ['contentAdminRole', ['accessContentRole']],
  ['auAdminRole', ['accessContentRole']],
]);

/** `wanted` is any-of; empty means that logging in is enough. */
export function mayDo(roles: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length === 0 || roles.includes('userAdminRole')) return true;
  const held = roles.flatMap((role) => [role, ...(IMPLIED.get(role) ?? [])]);
  return held.some((role) => wanted.includes(role));
}
