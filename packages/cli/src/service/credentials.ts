// Who is asking: from the arguments, the environment, the data folder of the service that runs here, or the keyboard;
// the first that knows.
import { readFileSync } from 'node:fs';
import { systemCode, UsageError } from '../terminal/usage-error.ts';

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
  /** Where `npm start` in this clone listens, and where it keeps the administrator's name and password. */
  readonly local: {
    readonly port: string;
    readonly configPort?: string;
    readonly adminUser: string;
    readonly passwordFile: string;
  };
}

/** `ask` shows a prompt and resolves to what was typed; `undefined` when there is nobody to ask. */
export async function credentials(
  ask: ((prompt: string) => Promise<string>) | undefined,
  environment: CredentialEnvironment,
  command: CredentialOptions,
  url: URL,
): Promise<Credentials> {
  const local = isLocalService(url, environment.local.port);
  const user = command.user ?? environment.user ?? (local ? environment.local.adminUser : 'admin');
  if (user.includes(':')) throw new UsageError('A user name has no colon in it.');
  const known = givenPassword(environment, command) ?? (local ? localPassword(environment, user) : undefined);
  if (known !== undefined) return { user, password: known };
  if (ask === undefined) {
    throw new UsageError(
      `The password of ${user} is not known: give --password-file FILE, or set HOLDFAST_PASSWORD.`,
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

/** The data folder's password is given away only to the address where the service of this folder listens. */
function isLocalService(url: URL, port: string): boolean {
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  return local && url.protocol === 'http:' && (url.port || '80') === port;
}

function localPassword({ local }: CredentialEnvironment, user: string): string | undefined {
  if (user !== local.adminUser) return undefined;
  try {
    return withoutLineEnd(readFileSync(local.passwordFile, 'utf8'));
  } catch {
    return undefined;
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
