// Finds the login for a service. Tries these sources in order: the arguments, the environment, the administrator in a
// service's settings, the data folder of the node in this clone, a prompt.
import { readFileSync } from 'node:fs';
import type { Agent } from 'node:https';
import { join } from 'node:path';
import { UsageError } from '@holdfast/cli-kit';
import { TrustOnlyAgent } from '@holdfast/service-kit/settings';
import { readSystemCode } from '@holdfast/service-kit/text';
import type { RunningNode } from '@holdfast/standalone/running';

export interface Credentials {
  readonly user: string;
  readonly password: string;
}
export interface CredentialOptions {
  readonly user?: string;
  readonly passwordFile?: string;
}

/** Login settings from the environment and from the node in this clone. */
export interface CredentialEnvironment {
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly passwordFile: string | undefined;
  readonly settingsLogin?: SettingsLogin | undefined;
  readonly local: LocalNode;
}

/** Login of the administrator in a service's settings, which a container has in its environment. */
export interface SettingsLogin {
  readonly user: string;
  readonly password: string | undefined;
  readonly passwordFile: string | undefined;
  /** Addresses of the node according to the settings. The password is sent only to these addresses. */
  readonly urls: readonly string[];
}

/** The node in this clone, as run by `npm start`. */
export interface LocalNode {
  /** Absolute path. */
  readonly dataFolder: string;
  /** Undefined if no node runs on the data folder. */
  readonly running: RunningNode | undefined;
  /** Default ports of the services. */
  readonly port: string;
  readonly configPort: string;
}

/**
 * Returns the login. `ask` shows a prompt and resolves to the input. `ask` is undefined if the command is not run at a
 * terminal. Throws `UsageError`.
 */
export async function findCredentials(
  ask: ((prompt: string) => Promise<string>) | undefined,
  environment: CredentialEnvironment,
  command: CredentialOptions,
  url: URL,
): Promise<Credentials> {
  const { settingsLogin } = environment;
  const user =
    command.user ??
    environment.user ??
    findLocalUser(environment.local, url) ??
    (isAddressInSettings(settingsLogin, url) ? settingsLogin.user : 'admin');
  if (user.includes(':')) throw new UsageError('A user name must not contain a colon.');
  const given = findGivenPassword(environment, command);
  if (given !== undefined) return { user, password: given };
  if (isAddressInSettings(settingsLogin, url) && user === settingsLogin.user) {
    const { password, passwordFile } = settingsLogin;
    if (password !== undefined) return { user, password };
    if (passwordFile !== undefined)
      return { user, password: readPasswordFile(passwordFile, 'ADMIN_PASSWORD_FILE') };
  }
  const stored = readStoredPassword(environment.local, user, url);
  if ('password' in stored) return { user, password: stored.password };
  if (ask === undefined) {
    throw new UsageError(
      `There is no password for ${user}. Use --password-file FILE, or set HOLDFAST_PASSWORD.\n${stored.whyNot}`,
    );
  }
  return { user, password: await ask(`Password of ${user} at ${url.origin}: `) };
}

function findGivenPassword(
  environment: CredentialEnvironment,
  command: CredentialOptions,
): string | undefined {
  if (command.passwordFile !== undefined) return readPasswordFile(command.passwordFile, '--password-file');
  if (environment.password !== undefined) return environment.password;
  if (environment.passwordFile !== undefined)
    return readPasswordFile(environment.passwordFile, 'HOLDFAST_PASSWORD_FILE');
  return undefined;
}

/** Replaces `localhost` with the loopback address on which the node in this clone listens. */
export function resolveLocalhost({ running }: LocalNode, url: URL): URL {
  if (url.hostname !== 'localhost') return url;
  const own = Object.values(running?.urls ?? {}).find((one) => {
    const { hostname, port } = new URL(one);
    return ['127.0.0.1', '[::1]'].includes(hostname) && port === url.port;
  });
  return own !== undefined && url.protocol === new URL(own).protocol ? new URL(own) : url;
}

/** Returns an agent that trusts the certificate of the node in this clone, regardless of the host name in the URL. */
export function chooseAgent({ running }: LocalNode, url: URL): { readonly agent?: Agent } {
  const isTls = url.protocol === 'https:' && running?.certFile !== undefined;
  return isTls && isOwnService(running, url) ? { agent: new TrustOnlyAgent(running.certFile) } : {};
}

/** Returns whether the settings contain `url` as an address of the node. */
function isAddressInSettings(login: SettingsLogin | undefined, url: URL): login is SettingsLogin {
  return login?.urls.some((one) => URL.parse(one)?.origin === url.origin) ?? false;
}

function findLocalUser({ running }: LocalNode, url: URL): string | undefined {
  return isOwnService(running, url) ? running?.login?.user : undefined;
}

/** Returns whether `url` is an address of the node in this clone. Only such addresses get the stored password. */
function isOwnService(running: RunningNode | undefined, url: URL): boolean {
  return Object.values(running?.urls ?? {}).some((own) => new URL(own).origin === url.origin);
}

/** Returns the password stored in the data folder, or the reason why it cannot be used. */
function readStoredPassword(
  { dataFolder, running }: LocalNode,
  user: string,
  url: URL,
): { readonly password: string } | { readonly whyNot: string } {
  const file = running?.login?.passwordFile ?? join(dataFolder, 'admin-password');
  const not = (why: string) => ({ whyNot: `The password in ${file} was not used: ${why}.` });
  if (running === undefined)
    return not(
      `'npm start' is not running with the data folder ${dataFolder} (DATA_DIR selects another folder)`,
    );
  if (!isOwnService(running, url)) {
    const own = Object.values(running.urls).join(' and ') || 'none yet';
    return not(`it belongs to the services of ${dataFolder} (${own}), not to ${url.origin}`);
  }
  if (running.login?.passwordFile === undefined)
    return not("ADMIN_PASSWORD was set when 'npm start' was started");
  if (user !== running.login.user) return not(`it is the password of ${running.login.user}`);
  try {
    return { password: removeLineEnd(readFileSync(file, 'utf8')) };
  } catch (error) {
    return not(`it cannot be read (${readSystemCode(error)})`);
  }
}

function readPasswordFile(file: string, setting: string): string {
  try {
    return removeLineEnd(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`The file of ${setting}, ${file}, cannot be read (${readSystemCode(error)}).`);
  }
}

const removeLineEnd = (text: string) => text.replace(/\r?\n$/, '');
