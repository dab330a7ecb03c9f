// Checks roles by the same rules as the services, so that the console displays only permitted actions.
import { session } from './session.ts';

const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  contentAdminRole: ['accessContentRole'],
  auAdminRole: ['accessContentRole'],
};

/**
 * Returns whether the user has one of the required roles. `any` accepts every role. An empty list permits every user.
 */
export function hasAnyRole(held: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length === 0 || held.includes('userAdminRole')) return true;
  if (wanted.includes('any')) return held.length > 0;
  return held.flatMap((role) => [role, ...(IMPLIED[role] ?? [])]).some((role) => wanted.includes(role));
}

/** Returns whether the user has one of these roles. */
export const hasRole = (...wanted: string[]): boolean => hasAnyRole(session.value?.roles ?? [], wanted);
