// The roles there are, from the one that may least.
export const ROLES = ['accessContentRole', 'contentAdminRole', 'auAdminRole', 'userAdminRole'] as const;
export type Role = (typeof ROLES)[number];
