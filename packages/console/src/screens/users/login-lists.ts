// Merges the user lists of services that read the same file. Sends no requests.
import type { configuration as contract } from '@holdfast/api-types';
import type { ServiceId } from '../../service/session.ts';

export type ListedLogins = contract.components['schemas']['Logins'];
export type ListedLogin = contract.components['schemas']['Login'];

export interface LoginList {
  /** Services that have this list. Changes are sent to the first service. */
  readonly services: readonly ServiceId[];
  readonly logins: ListedLogins;
}

/** Merges the two lists if both come from the same revision of the same file. */
export function mergeLoginLists(lists: readonly LoginList[]): LoginList[] {
  const [first, second] = lists;
  if (first === undefined || second === undefined) return [...lists];
  const isSame = JSON.stringify(first.logins.logins) === JSON.stringify(second.logins.logins);
  const [own, other] = [first.logins.file, second.logins.file];
  const isOneFile = own?.revision === other?.revision && own?.revision !== null;
  if (!isSame || !isOneFile) return [...lists];
  return [{ services: [...first.services, ...second.services], logins: first.logins }];
}
