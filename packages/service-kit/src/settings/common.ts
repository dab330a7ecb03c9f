// Settings of all services. Each service adds its own.
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import proxyAddress from 'proxy-addr';
import { oidcSpec } from './oidc-spec.ts';
import { chooseWorkers } from './share-of-worker.ts';
import { databaseCaSpec, tlsSpec } from './tls-spec.ts';
import { tracingSpec } from './tracing-spec.ts';

/** Minimum length of a password in a setting. */
export const MIN_PASSWORD_CHARACTERS = 8;

export const commonSpec = {
  compatibility: {
    kind: 'enum',
    name: 'COMPATIBILITY',
    values: ['none', 'laaws'],
    default: 'none',
    about:
      '`laaws`: responds as existing LOCKSS (LAAWS) clients expect ([Existing clients](existing-clients.md))',
  },
  host: {
    kind: 'string',
    name: 'HOST',
    default: '127.0.0.1',
    about: 'address to listen on',
  },
  ...tlsSpec,
  metricsHost: {
    kind: 'string',
    name: 'METRICS_HOST',
    default: '127.0.0.1',
    about: 'address of the port for metrics and probes, which need no login; keep it private',
  },
  workers: {
    kind: 'integer',
    name: 'WORKERS',
    min: 1,
    max: 64,
    default: chooseWorkers(availableParallelism()),
    defaultText: '`1` on one or two processors; otherwise one per processor, at most 8',
    about:
      'number of worker processes that share the port; `1`: a single process ([Workers](operations.md#workers))',
  },
  databaseUrl: {
    kind: 'url',
    name: 'DATABASE_URL',
    protocols: ['postgres:', 'postgresql:'],
    severalHosts: true,
    authorities: 'DATABASE_CA_FILE',
    required: true,
    about:
      'PostgreSQL database for indexes and state: `postgres://user:password@host:port/database`; it may list [several hosts](operations.md#postgresql-fails-over)',
  },
  databaseCaFile: databaseCaSpec,
  databasePool: {
    kind: 'integer',
    name: 'DATABASE_POOL',
    min: 2,
    max: 200,
    default: 10,
    leastOfWorker: 5,
    about: 'maximum connections to PostgreSQL',
  },
  adminUser: {
    kind: 'string',
    name: 'ADMIN_USER',
    pattern: /^[^:\p{Cc}]{1,256}$/u,
    default: 'admin',
    about: 'name of the administrator',
  },
  adminPassword: {
    kind: 'secret',
    name: 'ADMIN_PASSWORD',
    minLength: MIN_PASSWORD_CHARACTERS,
    defaultText: 'none; `USERS_FILE` must then be set',
    about: 'password of the administrator',
  },
  readerUser: {
    kind: 'string',
    name: 'READER_USER',
    pattern: /^[^:\p{Cc}]{1,256}$/u,
    default: 'config-service',
    about: 'name of a read-only user (`accessContentRole`), for example for the other service',
  },
  readerPassword: {
    kind: 'secret',
    name: 'READER_PASSWORD',
    minLength: MIN_PASSWORD_CHARACTERS,
    defaultText: 'none; this user is then disabled',
    about: 'password of the read-only user',
  },
  usersFile: {
    kind: 'string',
    name: 'USERS_FILE',
    about: 'JSON file with further users; the service rereads it when it changes ([Users](users.md))',
  },
  sessionSecret: {
    kind: 'secret',
    name: 'SESSION_SECRET',
    minLength: 24,
    defaultText: 'a secret in the database, not shared with the other service',
    about:
      'secret that signs sessions of the [console](console.md); set it to the same value in both services to log in once for both',
  },
  ...oidcSpec,
  trustedProxies: {
    kind: 'parsed',
    name: 'TRUSTED_PROXIES',
    parse: (text: string) => parseProxies(text),
    values: 'comma-separated addresses and networks such as `10.0.0.0/8`',
    default: [],
    defaultText: 'none',
    about:
      'reverse proxies to trust for `X-Forwarded-For`, `X-Forwarded-Host` and `X-Forwarded-Proto`; limits by address then apply to the real client ([Expose a node](runbooks/expose.md#behind-a-proxy))',
  },
  trustedOrigins: {
    kind: 'parsed',
    name: 'TRUSTED_ORIGINS',
    parse: (text: string) => parseOrigins(text),
    values: 'comma-separated origins such as `https://tools.example`',
    default: [],
    defaultText: 'none',
    about: 'other web origins whose pages may send write requests from a browser',
  },
  auditLog: {
    kind: 'parsed',
    name: 'AUDIT_LOG',
    parse: (text: string) => parseAuditTarget(text),
    values: '`stdout`, `off`, or a folder',
    default: 'stdout',
    about: 'destination of the [audit log](audit.md); services on different machines must not share a folder',
  },
  auditDays: {
    kind: 'integer',
    name: 'AUDIT_DAYS',
    min: 0,
    max: 36_500,
    default: 365,
    about:
      'days to keep entries of the [audit log](audit.md) in the database, for `GET /audit`; `0`: no entries are stored there',
  },
  auditEntries: {
    kind: 'integer',
    name: 'AUDIT_ENTRIES',
    min: 1_000,
    max: 1_000_000_000,
    default: 2_000_000,
    about:
      'maximum audit entries in the database (about 0.5 kB each); the oldest entries of single artifacts and state documents are deleted first; entries of refused requests may add up to 10 % to this limit',
  },
  auditBytes: {
    kind: 'bytes',
    name: 'AUDIT_BYTES',
    min: 2 ** 20,
    max: 2 ** 50,
    default: 2 * 2 ** 30,
    about:
      'maximum bytes of the audit entries in the database; entries of refused requests may add up to 10 % to this limit',
  },
  auditKey: {
    kind: 'secret',
    name: 'AUDIT_KEY',
    minLength: 16,
    defaultText: 'a new key at every start',
    about: 'key for hashing the user names of refused logins in the audit log',
  },
  spoolFolder: {
    kind: 'string',
    name: 'SPOOL_DIR',
    // The path contains the user, because services of different users on one machine need separate folders.
    default: join(tmpdir(), `holdfast-spool-${process.getuid?.() ?? 0}`),
    defaultText: "`holdfast-spool-` and the user id, in the system's folder for temporary files",
    about: 'folder for temporary files, such as uploads that must wait; needs no backup',
  },
  diskReserveBytes: {
    kind: 'bytes',
    name: 'DISK_RESERVE',
    min: 0,
    max: 2 ** 50,
    default: 2 * 2 ** 30,
    about:
      'minimum free space on every disk that the service writes to; with less, the service refuses writes; `0`: no minimum',
  },
  databaseFolder: {
    kind: 'string',
    name: 'DATABASE_DIR',
    defaultText: 'none; `npm start` sets it for its own PostgreSQL',
    about:
      "folder on PostgreSQL's disk, if PostgreSQL runs on this machine; the service then also checks the free space there",
  },
  healthIntervalMs: {
    kind: 'duration',
    name: 'HEALTH_INTERVAL',
    min: 10,
    max: 60_000,
    default: 5_000,
    about:
      'interval between health checks of a dependency; after three consecutive failures, the dependency counts as down',
  },
  leastRateBytes: {
    kind: 'bytes',
    name: 'CLIENT_LEAST_RATE',
    min: 0,
    max: 2 ** 30,
    default: 1024,
    about:
      'minimum bytes per second at which a client must send a request and read a response; slower clients are disconnected; `0`: no minimum',
  },
  rateWindowMs: {
    kind: 'duration',
    name: 'CLIENT_RATE_WINDOW',
    min: 60,
    max: 3_600_000,
    default: 60_000,
    about: 'time that a client may be slower than `CLIENT_LEAST_RATE`',
  },
  drainTimeoutMs: {
    kind: 'duration',
    name: 'DRAIN_TIMEOUT',
    min: 0,
    max: 3_600_000,
    default: 20_000,
    about: 'maximum time for running requests when the service stops',
  },
  logLevel: {
    kind: 'enum',
    name: 'LOG_LEVEL',
    values: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    default: 'info',
    about: 'minimum level of log lines',
  },
  ...tracingSpec,
} as const;

/** Settings of the login with which the configuration service stores plugin registries in the repository service. */
export const pluginStoreSpec = {
  storingUser: {
    kind: 'string',
    name: 'PLUGIN_STORE_USER',
    pattern: /^[^:\p{Cc}]{1,256}$/u,
    defaultText: 'none; this user is then disabled',
    about:
      'user as which the configuration service stores plugin registries; this user may only read, and add artifacts to AUs of plugin registries',
  },
  storingPassword: {
    kind: 'secret',
    name: 'PLUGIN_STORE_PASSWORD',
    minLength: MIN_PASSWORD_CHARACTERS,
    about: 'password of `PLUGIN_STORE_USER`',
  },
} as const;

/**
 * Parses a list of web origins, separated by commas or white space. Throws an Error whose message completes "NAME …".
 */
function parseOrigins(text: string): readonly string[] {
  const origins = text.split(/[\s,]+/).filter((origin) => origin !== '');
  for (const origin of origins) {
    const isOrigin = URL.canParse(origin) && new URL(origin).origin === origin;
    if (!isOrigin)
      throw new Error(`must contain origins such as https://tools.example, not ${JSON.stringify(origin)}`);
  }
  return origins;
}

/** Destination of the audit log: `off`, `stdout`, or the folder of the log files. */
export type AuditTarget = 'off' | 'stdout' | { readonly folder: string };

/** Parses `stdout`, `off`, or a folder. */
function parseAuditTarget(text: string): AuditTarget {
  return text === 'off' || text === 'stdout' ? text : { folder: text };
}

/** Returns whether the address belongs to a trusted proxy. */
export type TrustProxy = (address: string) => boolean;

/**
 * Creates a function that recognizes trusted proxies. `proxies` contains addresses and networks such as `10.0.0.0/8`.
 * Throws TypeError for other text.
 */
export function createProxyTrust(proxies: readonly string[]): TrustProxy {
  if (proxies.length === 0) return () => false;
  const trusted = proxyAddress.compile([...proxies]);
  return (address) => trusted(address, 0);
}

/** Parses a list separated by commas or white space. Throws an Error whose message completes "NAME …". */
export function parseProxies(text: string): readonly string[] {
  const proxies = text.split(/[\s,]+/).filter((proxy) => proxy !== '');
  for (const proxy of proxies) {
    try {
      createProxyTrust([proxy]);
    } catch {
      throw new Error(`must contain addresses and networks such as 10.0.0.0/8, not ${JSON.stringify(proxy)}`);
    }
  }
  return proxies;
}
