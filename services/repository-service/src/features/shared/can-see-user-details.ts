// Decides who may see the users, file names and reasons in histories.
import { isAllowedByRoles, type User } from '@holdfast/accounts';

const ROLES = ['contentAdminRole', 'auAdminRole', 'userAdminRole'];

/** Returns whether the user may see user names, file names and reasons in the history of content. */
export function canSeeUserDetails(user: User | undefined): boolean {
  return user !== undefined && isAllowedByRoles(user.roles, ROLES);
}
