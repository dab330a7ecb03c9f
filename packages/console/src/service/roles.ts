// What a role may do, as the services judge it: for offering only that.
import { session } from './session.ts';

const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  contentAdminRole: ['accessContentRole'],
  auAdminRole: ['accessContentRole'],
};

/** Whether any of the wanted roles is among those held. `any` stands for every role there is; none: for everybody. */
export function mayDo(held: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length === 0 || held.includes('userAdminRole')) return true;
  if (wanted.includes('any')) return held.length > 0;
  return held.flatMap((role) => [role, ...(IMPLIED[role] ?? [])]).some((role) => wanted.includes(role));
}

/** Whether who is logged in has any of these roles. */
export const hasRole = (...wanted: string[]): boolean => mayDo(session.value?.roles ?? [], wanted);
