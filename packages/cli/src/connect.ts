// What all commands have: a terminal, and the way to the service that they are for.

import { askPassword, neverRepeated, type Service, serviceUrl } from '@holdfast/cli-kit';
import { type ConfigClient, configClient } from '@holdfast/client';
import type { CliEnvironment } from './env.ts';
import { type CredentialOptions, credentials, type LocalNode, localUrl } from './service/credentials.ts';

export interface Terminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly errorOutput: NodeJS.WriteStream;
}

/** Throws `UsageError`. */
export function addressOf(local: LocalNode, url: string | undefined, usualPort: string): URL {
  return localUrl(local, serviceUrl(url ?? `http://127.0.0.1:${usualPort}`));
}

/** Undefined when there is nobody to ask. */
export function asking({ input, errorOutput }: Pick<Terminal, 'input' | 'errorOutput'>) {
  if (!input.isTTY || !errorOutput.isTTY) return undefined;
  return (prompt: string) => askPassword(input, errorOutput, prompt);
}

type ConfigAccess = CredentialOptions & { readonly configUrl?: string | undefined };

/** The configuration service, with the login for it. */
export async function configOf(
  terminal: Terminal,
  environment: CliEnvironment,
  command: ConfigAccess,
): Promise<Service<ConfigClient>> {
  const { local } = environment;
  const running = local.running?.urls['config-service'];
  const url = addressOf(local, command.configUrl ?? environment.configUrl ?? running, local.configPort);
  const { user, password } = await credentials(asking(terminal), environment, command, url);
  return { client: configClient({ url, user, password, ...neverRepeated }), origin: url.origin };
}
