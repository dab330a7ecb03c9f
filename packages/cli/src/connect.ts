// Prompts for passwords at the terminal, and creates the clients that commands use to call the services.

import { askPassword, parseServiceUrl, type Service, WITHOUT_RETRIES } from '@holdfast/cli-kit';
import { type ClientSettings, type ConfigClient, createConfigClient } from '@holdfast/client';
import type { CliEnvironment } from './env.ts';
import {
  type CredentialOptions,
  chooseAgent,
  findCredentials,
  type LocalNode,
  resolveLocalhost,
} from './service/credentials.ts';

export interface Terminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly errorOutput: NodeJS.WriteStream;
}

/** Returns the address of the service: `url`, or the default port on this machine. Throws `UsageError`. */
export function chooseAddress(local: LocalNode, url: string | undefined, usualPort: string): URL {
  return resolveLocalhost(local, parseServiceUrl(url ?? `http://127.0.0.1:${usualPort}`));
}

/** Returns a function that asks for a password. Returns undefined if the command is not run at a terminal. */
export function createPasswordPrompt({ input, errorOutput }: Pick<Terminal, 'input' | 'errorOutput'>) {
  if (!input.isTTY || !errorOutput.isTTY) return undefined;
  return (prompt: string) => askPassword(input, errorOutput, prompt);
}

type ConfigAccess = CredentialOptions & { readonly configUrl?: string | undefined };

/** Finds the login for the configuration service and creates a client with it. */
export async function connectConfig(
  terminal: Terminal,
  environment: CliEnvironment,
  command: ConfigAccess,
): Promise<Service<ConfigClient>> {
  const { local } = environment;
  const running = local.running?.urls['config-service'];
  const url = chooseAddress(local, command.configUrl ?? environment.configUrl ?? running, local.configPort);
  const client = createConfigClient(await makeClientSettings(terminal, environment, command, url));
  return { client, origin: url.origin };
}

/** Finds the login for the service at `url`. Returns the client settings with this login. */
export async function makeClientSettings(
  terminal: Pick<Terminal, 'input' | 'errorOutput'>,
  environment: CliEnvironment,
  command: CredentialOptions,
  url: URL,
): Promise<ClientSettings> {
  const { user, password } = await findCredentials(createPasswordPrompt(terminal), environment, command, url);
  return { url, user, password, ...chooseAgent(environment.local, url), ...WITHOUT_RETRIES };
}
