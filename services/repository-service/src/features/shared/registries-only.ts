// Restricts the login with which another service stores plugin registries. This login cannot add, hide or remove any
// other preserved content.
import { isAllowedByRoles, PLUGIN_STORE_ROLE, type User } from '@holdfast/accounts';
import { makeRegistriesOnlyError } from '../errors.ts';

const CHANGES_CONTENT = ['contentAdminRole', 'auAdminRole', 'userAdminRole'];
const REGISTRY = 'org|lockss|plugin|RegistryPlugin&';

/** Throws 403 if the user may change only plugin registries and the AU is not a plugin registry. */
export function refuseOtherAus(user: User | undefined, auid: string): void {
  if (storesRegistries(user) && !auid.startsWith(REGISTRY)) throw makeRegistriesOnlyError();
}

/** Throws 403 if the user may only add content. */
export function refuseUncommit(user: User | undefined, committed: boolean): void {
  if (storesRegistries(user) && !committed) throw makeRegistriesOnlyError();
}

function storesRegistries({ roles }: User = { name: '', roles: [] }): boolean {
  return roles.includes(PLUGIN_STORE_ROLE) && !isAllowedByRoles(roles, CHANGES_CONTENT);
}
