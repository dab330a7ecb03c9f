// Settings of the CLI, from environment variables and from the clone that contains the CLI.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRunningNode } from '@holdfast/standalone/running';
import type { KeepEnvironment } from './keep/keep-command.ts';
import type { CredentialEnvironment } from './service/credentials.ts';

export interface CliEnvironment extends CredentialEnvironment {
  readonly url: string | undefined;
  /** Base URL of the configuration service. */
  readonly configUrl?: string | undefined;
  /** Default users file: the value of USERS_FILE, or the users file of the node in this clone. */
  readonly usersFile?: string | undefined;
  /** User name of the administrator defined in the settings. */
  readonly administrator?: string | undefined;
  readonly keep?: KeepEnvironment;
  /** Folder in which commands keep state between runs. */
  readonly stateFolder?: string | undefined;
  /** Hashes a new password. Default: scrypt with the cost for users files. Replaced in tests. */
  readonly hash?: ((password: string) => Promise<string>) | undefined;
}

export function readEnvironment(env: NodeJS.ProcessEnv = process.env): CliEnvironment {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const dataFolder = resolve(root, env.DATA_DIR || 'data');
  const running = findRunningNode(dataFolder);
  // REPOSITORY_URL is the address of the repository service in the configuration service's container.
  const url = env.HOLDFAST_URL || env.REPOSITORY_URL || undefined;
  const configUrl = env.HOLDFAST_CONFIG_URL || undefined;
  const port = env.REPOSITORY_PORT || '24610';
  const configPort = env.CONFIG_PORT || '24620';
  return {
    url,
    configUrl,
    user: env.HOLDFAST_USER || undefined,
    password: env.HOLDFAST_PASSWORD || undefined,
    passwordFile: env.HOLDFAST_PASSWORD_FILE || undefined,
    usersFile: env.USERS_FILE || (running?.usersFile ?? join(dataFolder, 'users.json')),
    administrator: env.ADMIN_USER || undefined,
    keep: { variables: env, projectFolder: root },
    stateFolder: join(env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'holdfast'),
    settingsLogin: {
      user: env.ADMIN_USER || 'admin',
      password: env.ADMIN_PASSWORD || undefined,
      passwordFile: env.ADMIN_PASSWORD_FILE || undefined,
      urls: [url ?? `http://127.0.0.1:${port}`, configUrl ?? `http://127.0.0.1:${configPort}`],
    },
    local: {
      port,
      configPort,
      dataFolder,
      running,
    },
  };
}
