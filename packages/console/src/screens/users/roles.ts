// Roles, ordered from the fewest permissions to the most.
export const ROLES = ['accessContentRole', 'contentAdminRole', 'auAdminRole', 'userAdminRole'] as const;
export type Role = (typeof ROLES)[number];
