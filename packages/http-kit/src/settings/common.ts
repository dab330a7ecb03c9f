// The settings that every service has. A service adds its own, and may say more of these.
import { createUsers, type Users } from '../auth/users.ts';
import type { Log } from '../observe/log.ts';

function ratio(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !(number >= 0 && number <= 1)) throw new Error('must be a number from 0 to 1');
  return number;
}

export const commonSpec = {
  host: { kind: 'string', name: 'HOST', default: '127.0.0.1', about: 'address to listen on' },
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
    pattern: /^[^:\p{Cc}]{1,256}$/u,
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
    about: 'how often dependencies are asked whether they are there; three failures in a row count',
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
  // As OpenTelemetry names them; docs/metrics.md has more.
  otlpEndpoint: { kind: 'url', name: 'OTEL_EXPORTER_OTLP_ENDPOINT', protocols: ['http:', 'https:'] },
  otlpTracesEndpoint: {
    kind: 'url',
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    protocols: ['http:', 'https:'],
  },
  otlpHeaders: { kind: 'secret', name: 'OTEL_EXPORTER_OTLP_HEADERS' },
  otlpProtocol: {
    kind: 'enum',
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    values: ['http/json'],
    default: 'http/json',
  },
  otelDisabled: { kind: 'boolean', name: 'OTEL_SDK_DISABLED', default: false },
  otelExporter: { kind: 'enum', name: 'OTEL_TRACES_EXPORTER', values: ['otlp', 'none'], default: 'otlp' },
  otelServiceName: { kind: 'string', name: 'OTEL_SERVICE_NAME', maxLength: 256 },
  otelResource: { kind: 'string', name: 'OTEL_RESOURCE_ATTRIBUTES', maxLength: 4096 },
  otelSampler: {
    kind: 'enum',
    name: 'OTEL_TRACES_SAMPLER',
    values: [
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ],
    default: 'parentbased_always_on',
  },
  otelSamplerRatio: { kind: 'parsed', name: 'OTEL_TRACES_SAMPLER_ARG', parse: ratio, default: 1 },
} as const;

export interface LoginSettings {
  readonly adminUser: string;
  readonly adminPassword: string | undefined;
  readonly usersFile: string | undefined;
}

/** What is wrong when nobody could log in; else nothing. */
export function loginFaults({ adminPassword, usersFile }: LoginSettings): string[] {
  if (adminPassword !== undefined || usersFile !== undefined) return [];
  return ['ADMIN_PASSWORD or USERS_FILE must be set, or nobody could log in'];
}

export function usersOfSettings(
  { usersFile, adminUser, adminPassword }: LoginSettings,
  log: Log,
): Promise<Users> {
  return createUsers({
    ...(usersFile === undefined ? {} : { file: usersFile }),
    ...(adminPassword === undefined ? {} : { admin: { name: adminUser, password: adminPassword } }),
    log,
  });
}
