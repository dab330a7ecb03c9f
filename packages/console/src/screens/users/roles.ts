// Roles in ascending order of rights.
export const ROLES = ['accessContentRole', 'contentAdminRole', 'auAdminRole', 'userAdminRole'] as const;
export type Role = (typeof ROLES)[number];
