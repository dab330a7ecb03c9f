// Checks the fields of a new API token. Does not use the DOM.
import { ROLES, type Role } from './roles.ts';

export interface TokenDraft {
  readonly name: string;
  readonly owner: string;
  readonly roles: readonly Role[];
  /** Namespaces, separated by spaces or commas. Empty for all namespaces. */
  readonly namespaces: string;
  readonly days: string;
}

export interface TokenDraftFaults {
  readonly name: boolean;
  readonly owner: boolean;
  readonly roles: boolean;
  readonly namespaces: boolean;
  readonly days: boolean;
}

const NAMESPACE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/;

export const splitNamespaces = (text: string): string[] => [
  ...new Set(text.split(/[\s,]+/).filter((one) => one !== '')),
];

export function checkTokenDraft({ name, owner, roles, namespaces, days }: TokenDraft): TokenDraftFaults {
  const list = splitNamespaces(namespaces);
  return {
    name: !/^[^\p{Cc}]{1,100}$/u.test(name.trim()),
    owner: owner.trim() === '',
    roles: roles.length === 0,
    namespaces: list.length > 100 || list.some((one) => !NAMESPACE.test(one)),
    days: !/^\d{1,4}$/.test(days) || Number(days) < 1 || Number(days) > 3_650,
  };
}

/** Returns the roles that a user can give to tokens. */
export function listGrantableRoles(held: readonly string[]): readonly Role[] {
  if (held.includes('userAdminRole')) return ROLES;
  return ROLES.filter((role) => role === 'accessContentRole' || held.includes(role));
}
