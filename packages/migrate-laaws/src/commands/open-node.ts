// Creates clients for the source node, with its login.
import { readFileSync } from 'node:fs';
import { UsageError } from '@holdfast/cli-kit';
import { createConfigClient, createRepositoryClient } from '@holdfast/client';
import { readSystemCode } from '@holdfast/service-kit/text';
import { readNodeState } from '../config/from-node.ts';
import type { NodeSource } from '../node/node-client.ts';
import type { MigrateConfigCommand } from './config-arguments.ts';
import type { MigrateRepositoryCommand } from './migrate-arguments.ts';
import type { MigrationSource } from './migrate-config.ts';

/**
 * Creates a client for the source node's repository. Throws `UsageError` if the password file cannot be read, or if
 * only one of user and password file is given.
 */
export function openNode(url: URL, command: MigrateRepositoryCommand, signal: AbortSignal): NodeSource {
  const { fromUser, fromPasswordFile } = command;
  if ((fromUser === undefined) !== (fromPasswordFile === undefined))
    throw new UsageError('Use --from-user and --from-password-file together.');
  const user = fromUser ?? '';
  const password = fromPasswordFile === undefined ? '' : readPassword(fromPasswordFile);
  const authorization =
    fromUser === undefined ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const { isMirror: isHoldfast = false } = command;
  return { client: createRepositoryClient({ url, user, password }), url, authorization, signal, isHoldfast };
}

/** Creates a client for the node's configuration service. Throws `UsageError` if the password file cannot be read. */
export function openConfigNode(
  url: URL,
  { fromUser = '', fromPasswordFile }: MigrateConfigCommand,
  signal: AbortSignal,
): MigrationSource {
  const password = fromPasswordFile === undefined ? '' : readPassword(fromPasswordFile);
  return {
    node: readNodeState(createConfigClient({ url, user: fromUser, password }), signal),
    origin: url.origin,
  };
}

function readPassword(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new UsageError(
      `The file of --from-password-file, ${file}, cannot be read (${readSystemCode(error)}).`,
    );
  }
}
