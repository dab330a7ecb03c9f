// The node that is to be left, and how to log in there.
import { readFileSync } from 'node:fs';
import { UsageError } from '@holdfast/cli-kit';
import { configClient, repositoryClient } from '@holdfast/client';
import { systemCode } from '@holdfast/service-kit/text';
import { stateOfNode } from '../config/from-node.ts';
import type { NodeSource } from '../node/node-client.ts';
import type { MigrateConfigCommand } from './config-arguments.ts';
import type { MigrateRepositoryCommand } from './migrate-arguments.ts';
import type { From } from './migrate-config.ts';

/** Throws `UsageError` for a password file that cannot be read, or that has no user. */
export function openNode(url: URL, command: MigrateRepositoryCommand, signal: AbortSignal): NodeSource {
  const { fromUser, fromPasswordFile } = command;
  if ((fromUser === undefined) !== (fromPasswordFile === undefined))
    throw new UsageError('--from-user and --from-password-file are given together.');
  const user = fromUser ?? '';
  const password = fromPasswordFile === undefined ? '' : passwordIn(fromPasswordFile);
  const authorization =
    fromUser === undefined ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return { client: repositoryClient({ url, user, password }), url, authorization, signal };
}

/** Opens the configuration service of a node. Throws `UsageError` for a password file that cannot be read. */
export function openConfigNode(
  url: URL,
  { fromUser = '', fromPasswordFile }: MigrateConfigCommand,
  signal: AbortSignal,
): From {
  const password = fromPasswordFile === undefined ? '' : passwordIn(fromPasswordFile);
  return { node: stateOfNode(configClient({ url, user: fromUser, password }), signal), origin: url.origin };
}

function passwordIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new UsageError(`The file of --from-password-file, ${file}, cannot be read (${systemCode(error)}).`);
  }
}
