// The settings of the service: the only place that looks at the environment. Every fault is reported at once.
import { type Environment, readSettings, SettingsError } from '@holdfast/http-kit';

const serviceSpec = {
  host: { kind: 'string', name: 'HOST', default: '127.0.0.1', about: 'address to listen on' },
  port: { kind: 'port', name: 'CONFIG_PORT', default: 24620, about: 'port of the service' },
  metricsPort: {
    kind: 'port',
    name: 'CONFIG_METRICS_PORT',
    default: 24621,
    about: 'port of metrics and probes',
  },
  databaseUrl: {
    kind: 'url',
    name: 'DATABASE_URL',
    protocols: ['postgres:', 'postgresql:'],
    required: true,
    about: 'PostgreSQL that holds all state',
  },
  databasePool: { kind: 'integer', name: 'DATABASE_POOL', min: 2, max: 200, default: 10 },
  adminUser: {
    kind: 'string',
    name: 'ADMIN_USER',
    pattern: /^[^:]+$/,
    default: 'admin',
    about: 'name of the administrator',
  },
  adminPassword: { kind: 'secret', name: 'ADMIN_PASSWORD', minLength: 1 },
  usersFile: { kind: 'string', name: 'USERS_FILE', about: 'JSON file of users' },
  healthIntervalMs: {
    kind: 'duration',
    name: 'HEALTH_INTERVAL',
    min: 10,
    max: 60_000,
    default: 5_000,
    about: 'how often the database is asked whether it is there; three failures in a row count',
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
  },
} as const;

/** Throws SettingsError that names every fault. */
export function serviceSettings(environment: Environment) {
  const settings = readSettings(environment, serviceSpec);
  if (settings.adminPassword === undefined && settings.usersFile === undefined) {
    throw new SettingsError(['ADMIN_PASSWORD or USERS_FILE must be set, or nobody could log in']);
  }
  return settings;
}

export type ServiceSettings = ReturnType<typeof serviceSettings>;

/** The settings of this process. */
export function settingsOfProcess(): ServiceSettings {
  return serviceSettings(process.env);
}
