// Logins from the settings: the administrator, and other services of the node, which have only the rights they need.
import type { Log } from '@holdfast/service-kit';
import { type ConfiguredLogin, type LoginSettings, listBuiltInLogins } from './login-settings.ts';
import { createUsers, type RefreshableUsers } from './users.ts';

export function createConfiguredUsers(
  settings: LoginSettings,
  log: Log,
  onChange?: () => void,
): Promise<RefreshableUsers> {
  const { usersFile, loginCost } = settings;
  return createUsers({
    ...(usersFile !== undefined && { file: usersFile }),
    ...(loginCost !== undefined && { cost: loginCost }),
    builtIn: listBuiltInLogins(settings),
    log,
    ...(onChange && { onChange }),
  });
}

/** Lists the logins from the settings for administrators, without passwords. */
export function listConfiguredLogins(settings: LoginSettings): ConfiguredLogin[] {
  return listBuiltInLogins(settings).map(({ name, role, setting }) => ({ name, role, setting }));
}
