// Who is asking: from the arguments, the environment, the data folder of the service that runs here, or the keyboard;
// the first that knows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '@holdfast/cli-kit';
import { systemCode } from '@holdfast/service-kit/text';
import type { RunningNode } from '@holdfast/standalone/running';

export interface Credentials {
  readonly user: string;
  readonly password: string;
}
export interface CredentialOptions {
  readonly user?: string;
  readonly passwordFile?: string;
}

/** Where credentials can come from beside the arguments and the keyboard. */
export interface CredentialEnvironment {
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly passwordFile: string | undefined;
  readonly local: LocalNode;
}

/** What `npm start` runs in this clone. */
export interface LocalNode {
  /** Absolute. */
  readonly dataFolder: string;
  /** Absent when nothing runs on the folder now. */
  readonly running: RunningNode | undefined;
  /** Where the services would listen. */
  readonly port: string;
  readonly configPort: string;
}

/** `ask` shows a prompt and resolves to what was typed; `undefined` when there is nobody to ask. */
export async function credentials(
  ask: ((prompt: string) => Promise<string>) | undefined,
  environment: CredentialEnvironment,
  command: CredentialOptions,
  url: URL,
): Promise<Credentials> {
  const user = command.user ?? environment.user ?? localUser(environment.local, url) ?? 'admin';
  if (user.includes(':')) throw new UsageError('A user name has no colon in it.');
  const given = givenPassword(environment, command);
  if (given !== undefined) return { user, password: given };
  const kept = keptPassword(environment.local, user, url);
  if ('password' in kept) return { user, password: kept.password };
  if (ask === undefined) {
    throw new UsageError(
      `The password of ${user} is not known: give --password-file FILE, or set HOLDFAST_PASSWORD.\n${kept.whyNot}`,
    );
  }
  return { user, password: await ask(`Password of ${user} at ${url.origin}: `) };
}

function givenPassword(environment: CredentialEnvironment, command: CredentialOptions): string | undefined {
  if (command.passwordFile !== undefined) return fromFile(command.passwordFile, '--password-file');
  if (environment.password !== undefined) return environment.password;
  if (environment.passwordFile !== undefined)
    return fromFile(environment.passwordFile, 'HOLDFAST_PASSWORD_FILE');
  return undefined;
}

/** The address of a service that runs in this clone is the one it was given, under whatever name of this machine. */
export function localUrl({ running }: LocalNode, url: URL): URL {
  if (url.hostname !== 'localhost') return url;
  const own = Object.values(running?.urls ?? {}).find((one) => {
    const { hostname, port } = new URL(one);
    return ['127.0.0.1', '[::1]'].includes(hostname) && port === url.port;
  });
  return own !== undefined && url.protocol === 'http:' ? new URL(own) : url;
}

function localUser({ running }: LocalNode, url: URL): string | undefined {
  return isOwnService(running, url) ? running?.login?.user : undefined;
}

/** The data folder's password is given away only to the addresses where the services of this folder listen. */
function isOwnService(running: RunningNode | undefined, url: URL): boolean {
  return Object.values(running?.urls ?? {}).some((own) => new URL(own).origin === url.origin);
}

/** The password in the data folder, or a sentence that says why it was not used. */
function keptPassword(
  { dataFolder, running }: LocalNode,
  user: string,
  url: URL,
): { readonly password: string } | { readonly whyNot: string } {
  const file = running?.login?.passwordFile ?? join(dataFolder, 'admin-password');
  const not = (why: string) => ({ whyNot: `The one in ${file} was not used: ${why}.` });
  if (running === undefined)
    return not(`'npm start' does not run on ${dataFolder} (DATA_DIR names another folder)`);
  if (!isOwnService(running, url)) {
    const own = Object.values(running.urls).join(' and ') || 'none yet';
    return not(`it is for the services that run on ${dataFolder} (${own}), not for ${url.origin}`);
  }
  if (running.login?.passwordFile === undefined)
    return not("'npm start' was given another with ADMIN_PASSWORD");
  if (user !== running.login.user) return not(`it is the password of ${running.login.user}`);
  try {
    return { password: withoutLineEnd(readFileSync(file, 'utf8')) };
  } catch (error) {
    return not(`it cannot be read (${systemCode(error)})`);
  }
}

function fromFile(file: string, setting: string): string {
  try {
    return withoutLineEnd(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`The file of ${setting}, ${file}, cannot be read (${systemCode(error)}).`);
  }
}

const withoutLineEnd = (text: string) => text.replace(/\r?\n$/, '');
