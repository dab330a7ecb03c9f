// What the login may not do as which another service stores plugin registries: whoever has that login, and should not, can
// neither add to what the node preserves nor hide or remove anything of it.
import { mayDo, PLUGIN_STORE_ROLE, type User } from '@holdfast/accounts';
import { registriesOnly } from '../errors.ts';

const CHANGES_CONTENT = ['contentAdminRole', 'auAdminRole', 'userAdminRole'];
const REGISTRY = 'org|lockss|plugin|RegistryPlugin&';

/** Throws 403 where the user may change nothing but registries, and the AU is none. */
export function refuseOtherAus(user: User | undefined, auid: string): void {
  if (storesRegistries(user) && !auid.startsWith(REGISTRY)) throw registriesOnly();
}

/** Throws 403 where the user may add, and take nothing away. */
export function refuseUncommit(user: User | undefined, committed: boolean): void {
  if (storesRegistries(user) && !committed) throw registriesOnly();
}

function storesRegistries({ roles }: User = { name: '', roles: [] }): boolean {
  return roles.includes(PLUGIN_STORE_ROLE) && !mayDo(roles, CHANGES_CONTENT);
}
