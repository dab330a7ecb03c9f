// Lists of users, of which those become one that are of the same file. Asks nobody.
import type { configuration as contract } from '@holdfast/api-types';
import type { ServiceId } from '../../service/session.ts';

export type Logins = contract.components['schemas']['Logins'];
export type Login = contract.components['schemas']['Login'];

export interface LoginList {
  /** Whom changes are asked of; all that the list holds for. */
  readonly services: readonly ServiceId[];
  readonly logins: Logins;
}

/** Lists of the same state of the same file become one. */
export function together(lists: readonly LoginList[]): LoginList[] {
  const [first, second] = lists;
  if (first === undefined || second === undefined) return [...lists];
  const isSame = JSON.stringify(first.logins.logins) === JSON.stringify(second.logins.logins);
  const [own, other] = [first.logins.file, second.logins.file];
  const isOneFile = own?.revision === other?.revision && own?.revision !== null;
  if (!isSame || !isOneFile) return [...lists];
  return [{ services: [...first.services, ...second.services], logins: first.logins }];
}
