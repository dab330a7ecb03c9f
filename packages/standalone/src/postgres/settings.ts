// PostgreSQL settings for a small node that shares its machine with other programs.
import { availableParallelism } from 'node:os';
import { type PostgresAddress, SOCKET_PORT } from './lock-file.ts';
import { toMemorySettings } from './memory.ts';

export type ServerSettings = Readonly<Record<string, string>>;

/**
 * Returns the settings as arguments of `postgres`, which override configuration files. `own` overrides the defaults.
 */
export function makeServerArguments(
  data: string,
  address: PostgresAddress,
  {
    unsafe = false,
    own = {},
    major = 18,
    databaseBytes = 0,
  }: {
    unsafe?: boolean | undefined;
    own?: ServerSettings | undefined;
    major?: number;
    /** Total size of the files in the data folder. */
    databaseBytes?: number;
  },
): string[] {
  const kind = unsafe ? fast : { ...durable, ...toMemorySettings(databaseBytes) };
  const settings = {
    ...shared,
    ...(major >= 18 && since18),
    ...kind,
    ...own,
    ...buildListenSettings(address),
  };
  return ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

function buildListenSettings(address: PostgresAddress) {
  if ('port' in address) {
    return { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: `${address.port}` };
  }
  return {
    listen_addresses: '',
    // PostgreSQL parses this value as a list of names, so special characters need quotes.
    unix_socket_directories: `"${address.socket.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: `${SOCKET_PORT}`,
  };
}

const shared = {
  // Makes checkpoints rare, because the first change of a page after a checkpoint writes the whole page to the log.
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  jit: 'off',
  random_page_cost: '1.1',
  timezone: 'UTC',
  // Does not log statement errors. Clients receive them, and their data would fill the log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  max_logical_replication_workers: '0',
};

/** Settings that earlier major versions reject. */
const since18 = {
  // Disables replication. With replication, every checkpoint writes a file, and the server stops if the disk is full.
  max_active_replication_origins: '0',
  // PostgreSQL 18 reads through three I/O processes by default. On a small machine, they are not faster.
  ...(availableParallelism() <= 2 && { io_method: 'sync' }),
};

const durable = {
  // Both services together use at most 128 connections, with eight workers each.
  max_connections: '200',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_compression: 'on',
  // Keeps log files for reuse. If the server needed a new log file on a full disk, it would stop.
  min_wal_size: '512MB',
};

const fast = {
  max_connections: '200',
  shared_buffers: '128MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};
