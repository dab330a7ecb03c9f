// Restricts the login with which the configuration service stores plugin registries. With this login, no other
// preserved content can be added, hidden or removed.
import { isAllowedByRoles, PLUGIN_STORE_ROLE, type User } from '@holdfast/accounts';
import { makeRegistriesOnlyError } from '../errors.ts';

const CHANGES_CONTENT = ['contentAdminRole', 'auAdminRole', 'userAdminRole'];
const REGISTRY = 'org|lockss|plugin|RegistryPlugin&';

/** Throws 403 if the login is restricted to plugin registries and the AU is not a plugin registry. */
export function refuseOtherAus(user: User | undefined, auid: string): void {
  if (storesRegistries(user) && !auid.startsWith(REGISTRY)) throw makeRegistriesOnlyError();
}

/** Throws 403 if the restricted login tries to uncommit an artifact. */
export function refuseUncommit(user: User | undefined, committed: boolean): void {
  if (storesRegistries(user) && !committed) throw makeRegistriesOnlyError();
}

function storesRegistries({ roles }: User = { name: '', roles: [] }): boolean {
  return roles.includes(PLUGIN_STORE_ROLE) && !isAllowedByRoles(roles, CHANGES_CONTENT);
}
