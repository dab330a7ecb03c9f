// The server's settings: for a small node with other programs beside it.
import { type Address, SOCKET_PORT } from './lock-file.ts';
import { memorySettings } from './memory.ts';

export type ServerSettings = Readonly<Record<string, string>>;

/** The settings as command-line arguments of `postgres`, which win over any file in the data folder; `own` win over ours. */
export function serverArguments(
  data: string,
  address: Address,
  {
    unsafe = false,
    own = {},
    major = 18,
  }: { unsafe?: boolean | undefined; own?: ServerSettings | undefined; major?: number },
): string[] {
  const kind = unsafe ? fast : { ...durable, ...memorySettings() };
  const settings = { ...shared, ...(major >= 18 && since18), ...kind, ...own, ...listening(address) };
  return ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

function listening(address: Address) {
  if ('port' in address) {
    return { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: `${address.port}` };
  }
  return {
    listen_addresses: '',
    // A list, in which a name may be quoted.
    unix_socket_directories: `"${address.socket.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: `${SOCKET_PORT}`,
  };
}

const shared = {
  // A page that is changed for the first time since a checkpoint is logged as a whole: the fewer checkpoints, the less log.
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  jit: 'off',
  random_page_cost: '1.1',
  timezone: 'UTC',
  // Errors of statements go to whoever sent them; in the log they would be the clients' data, without bound.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  max_logical_replication_workers: '0',
};

/** Settings that earlier major versions refuse. */
const since18 = {
  // Nothing is replicated. Else every checkpoint writes a file about it, and the server ends where the disk is full.
  max_active_replication_origins: '0',
};

const durable = {
  // Services of eight workers each hold up to 128.
  max_connections: '200',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_compression: 'on',
  // Log files that are kept to be written anew: it ends when it needs one and the disk is full.
  min_wal_size: '512MB',
};

const fast = {
  max_connections: '200',
  shared_buffers: '128MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};
