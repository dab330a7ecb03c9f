// Settings that every service has. A service adds its own.
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import proxyAddress from 'proxy-addr';
import { tracingSpec } from './tracing-spec.ts';

/** Minimum length of a password setting. */
export const MIN_PASSWORD_CHARACTERS = 8;

export const commonSpec = {
  compatibility: {
    kind: 'enum',
    name: 'COMPATIBILITY',
    values: ['none', 'laaws'],
    default: 'none',
    about: 'whose clients are answered in their own way, too ([Existing clients](existing-clients.md))',
  },
  host: {
    kind: 'string',
    name: 'HOST',
    default: '127.0.0.1',
    about: 'address that the service listens on',
  },
  metricsHost: {
    kind: 'string',
    name: 'METRICS_HOST',
    default: '127.0.0.1',
    about: 'address that metrics and probes listen on; nobody has to log in for them, so keep it private',
  },
  workers: {
    kind: 'integer',
    name: 'WORKERS',
    min: 1,
    max: 64,
    default: Math.min(availableParallelism(), 8),
    defaultText: 'one a processor, 8 at most',
    about:
      'processes that serve together on one port; 1: the service is a single process ([Workers](operations.md#workers))',
  },
  databaseUrl: {
    kind: 'url',
    name: 'DATABASE_URL',
    protocols: ['postgres:', 'postgresql:'],
    required: true,
    about: 'PostgreSQL that holds every index and all state: `postgres://user:password@host:port/database`',
  },
  databasePool: {
    kind: 'integer',
    name: 'DATABASE_POOL',
    min: 2,
    max: 200,
    default: 10,
    leastOfWorker: 5,
    about: 'connections to PostgreSQL that the service holds at most',
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
    defaultText: 'none: then `USERS_FILE` must be set',
    about: 'password of the administrator',
  },
  readerUser: {
    kind: 'string',
    name: 'READER_USER',
    pattern: /^[^:\p{Cc}]{1,256}$/u,
    default: 'config-service',
    about: 'name of a user that may only read (`accessContentRole`), such as the other service',
  },
  readerPassword: {
    kind: 'secret',
    name: 'READER_PASSWORD',
    minLength: MIN_PASSWORD_CHARACTERS,
    defaultText: 'none: then there is no such user',
    about: 'password of that user',
  },
  usersFile: {
    kind: 'string',
    name: 'USERS_FILE',
    about: 'JSON file of further users, read again whenever it changes; see [Users](users.md)',
  },
  sessionSecret: {
    kind: 'secret',
    name: 'SESSION_SECRET',
    minLength: 24,
    defaultText: 'one in the database, which the other service does not know',
    about:
      'what sessions of the [console](console.md) are signed with; the same for both services, and one login will do for both',
  },
  trustedProxies: {
    kind: 'parsed',
    name: 'TRUSTED_PROXIES',
    parse: (text: string) => parseProxies(text),
    values: 'addresses and networks such as `10.0.0.0/8`, with commas between them',
    default: [],
    defaultText: 'none',
    about:
      'reverse proxies whose `X-Forwarded-For`, `X-Forwarded-Host` and `X-Forwarded-Proto` are believed: limits by address then apply to the client behind them ([Security](../SECURITY.md#behind-a-proxy-with-tls))',
  },
  trustedOrigins: {
    kind: 'parsed',
    name: 'TRUSTED_ORIGINS',
    parse: (text: string) => parseOrigins(text),
    values: 'origins such as `https://tools.example`, with commas between them',
    default: [],
    defaultText: 'none',
    about: 'web origins, beside that of the service, whose pages may have a browser write here',
  },
  auditLog: {
    kind: 'parsed',
    name: 'AUDIT_LOG',
    parse: (text: string) => parseAuditTarget(text),
    values: '`stdout`, `off`, or a folder',
    default: 'stdout',
    about:
      'where the [audit log](audit.md) goes; no two services write into one folder, but those of one machine',
  },
  auditDays: {
    kind: 'integer',
    name: 'AUDIT_DAYS',
    min: 0,
    max: 36_500,
    default: 365,
    about:
      'how many days entries of the [audit log](audit.md) stay in the database, where `GET /audit` finds them; 0: none are kept there',
  },
  auditEntries: {
    kind: 'integer',
    name: 'AUDIT_ENTRIES',
    min: 1_000,
    max: 1_000_000_000,
    default: 2_000_000,
    about:
      'how many entries of what was carried out stay there at most, 0.5 kB each; of more, the oldest of single artifacts and state documents go first; a tenth as many of refused requests stay in addition',
  },
  auditBytes: {
    kind: 'bytes',
    name: 'AUDIT_BYTES',
    min: 2 ** 20,
    max: 2 ** 50,
    default: 2 * 2 ** 30,
    about: 'how many bytes they take at most; entries of refused requests a tenth of it in addition',
  },
  auditKey: {
    kind: 'secret',
    name: 'AUDIT_KEY',
    minLength: 16,
    defaultText: 'a new one at every start',
    about: 'key of the hashes that stand in the audit log for the names of refused logins',
  },
  spoolFolder: {
    kind: 'string',
    name: 'SPOOL_DIR',
    // Services of different users on one machine need separate folders.
    default: join(tmpdir(), `holdfast-spool-${process.getuid?.() ?? 0}`),
    defaultText: "`holdfast-spool-` and the user's number, in the system's folder for temporary files",
    about: 'folder for uploads that must wait and other files of a moment; it needs no backup',
  },
  diskReserveBytes: {
    kind: 'bytes',
    name: 'DISK_RESERVE',
    min: 0,
    max: 2 ** 50,
    default: 2 * 2 ** 30,
    about:
      'room kept free on every disk written to: while there is less, nothing is stored; `0`: never refused',
  },
  databaseFolder: {
    kind: 'string',
    name: 'DATABASE_DIR',
    defaultText: 'none; `npm start` names that of its own PostgreSQL',
    about: "a folder on PostgreSQL's disk, when it is on this machine, so that its room is watched as well",
  },
  healthIntervalMs: {
    kind: 'duration',
    name: 'HEALTH_INTERVAL',
    min: 10,
    max: 60_000,
    default: 5_000,
    about: 'how often dependencies are asked whether they are there; three failures in a row count',
  },
  leastRateBytes: {
    kind: 'bytes',
    name: 'CLIENT_LEAST_RATE',
    min: 0,
    max: 2 ** 30,
    default: 1024,
    about:
      'bytes a second at which a client must send a request and take an answer; who is slower is ended; 0: as slowly as it likes',
  },
  rateWindowMs: {
    kind: 'duration',
    name: 'CLIENT_RATE_WINDOW',
    min: 60,
    max: 3_600_000,
    default: 60_000,
    about: 'how long a client may be slower than `CLIENT_LEAST_RATE`',
  },
  drainTimeoutMs: {
    kind: 'duration',
    name: 'DRAIN_TIMEOUT',
    min: 0,
    max: 3_600_000,
    default: 20_000,
    about: 'how long requests under way may take when the service stops',
  },
  logLevel: {
    kind: 'enum',
    name: 'LOG_LEVEL',
    values: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    default: 'info',
    about: 'the least important lines that are logged',
  },
  ...tracingSpec,
} as const;

/** Settings of the login with which another service stores plugin registries. */
export const storingSpec = {
  storingUser: {
    kind: 'string',
    name: 'PLUGIN_STORE_USER',
    pattern: /^[^:\p{Cc}]{1,256}$/u,
    defaultText: 'none: then there is no such user',
    about:
      'name of a user that may do nothing but read, and add artifacts to the AUs of plugin registries, as the configuration service does',
  },
  storingPassword: {
    kind: 'secret',
    name: 'PLUGIN_STORE_PASSWORD',
    minLength: MIN_PASSWORD_CHARACTERS,
    about: 'password of that user',
  },
} as const;

/**
 * Parses a list of web origins, separated by commas or white space. Throws an Error that completes the sentence "NAME
 * …".
 */
function parseOrigins(text: string): readonly string[] {
  const origins = text.split(/[\s,]+/).filter((origin) => origin !== '');
  for (const origin of origins) {
    const isOrigin = URL.canParse(origin) && new URL(origin).origin === origin;
    if (!isOrigin)
      throw new Error(`must hold origins such as https://tools.example, not ${JSON.stringify(origin)}`);
  }
  return origins;
}

/** `off`, `stdout`, or the folder of the log files. */
export type AuditTarget = 'off' | 'stdout' | { readonly folder: string };

/** Parses `stdout`, `off`, or a folder. */
function parseAuditTarget(text: string): AuditTarget {
  return text === 'off' || text === 'stdout' ? text : { folder: text };
}

/** Returns true if the address belongs to a trusted proxy. */
export type TrustProxy = (address: string) => boolean;

/** `proxies`: addresses and networks such as `10.0.0.0/8`. Throws TypeError for anything else. */
export function trustProxies(proxies: readonly string[]): TrustProxy {
  if (proxies.length === 0) return () => false;
  const trusted = proxyAddress.compile([...proxies]);
  return (address) => trusted(address, 0);
}

/** Parses a list separated by commas or white space. Throws an Error that completes the sentence "NAME …". */
export function parseProxies(text: string): readonly string[] {
  const proxies = text.split(/[\s,]+/).filter((proxy) => proxy !== '');
  for (const proxy of proxies) {
    try {
      trustProxies([proxy]);
    } catch {
      throw new Error(`must hold addresses and networks such as 10.0.0.0/8, not ${JSON.stringify(proxy)}`);
    }
  }
  return proxies;
}
