// Checks the settings of `npm start` and of the services before starting anything. Parses a service's settings with the
// service's own parser.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listStoreSettingNames } from '@holdfast/object-store';
import {
  describeMisspeltSettings,
  type Environment,
  type ListedSetting,
} from '@holdfast/service-kit/settings';
import { formatStartFaults } from '../early/faults.mjs';
import { defaultHost, defaultPorts } from '../early/ports.mjs';
import { makeServiceEnvironment, type ServiceFacts } from './service-environment.ts';
import { readStandaloneSettings, type StandaloneSettings, standaloneSettingNames } from './settings.ts';
import { StartupError } from './startup-error.ts';

export const SERVICE_NAMES = ['repository-service', 'config-service'] as const;

/** Time for a service to write its data and close its connections after its last request. */
const END_MS = 20_000;

/** Settings that both services have. */
export interface ServiceSettingsFacts {
  readonly drainTimeoutMs: number;
  readonly workers: number;
  readonly databasePool: number;
  readonly databaseReadUrl?: string | undefined;
  readonly spoolFolder: string;
  readonly diskReserveBytes: number;
  readonly databaseFolder: string | undefined;
  readonly journalKey?: string | undefined;
  readonly olderJournalKeys?: string | undefined;
  list(): readonly ListedSetting[];
}

/** Exports of `dist/env.js` of each service. */
interface SettingsProgram {
  /** Parses the settings. Throws a SettingsError if they are invalid. */
  parseServiceSettings(environment: Environment): ServiceSettingsFacts;
  readonly settingNames: readonly string[];
}

export interface CheckedSettings {
  readonly settings: StandaloneSettings;
  /**
   * Time after which a stopping service is killed. It is longer than the service's own limit for finishing requests.
   */
  readonly graceMs: number;
  /** Warnings about environment variables that are probably misspelt settings. */
  readonly misspelt: readonly string[];
}

export interface ExaminedSettings {
  /** Settings of `npm start`. Undefined if invalid. */
  readonly settings: StandaloneSettings | undefined;
  readonly faults: readonly string[];
  readonly misspelt: readonly string[];
  /** Settings of each service, with placeholders for values that are known later. Undefined if they are invalid. */
  readonly services: Readonly<Record<(typeof SERVICE_NAMES)[number], ServiceSettingsFacts | undefined>>;
  /** Names of all settings of `npm start` and of the services. */
  readonly names: readonly string[];
}

/** Checks all settings. Throws a `StartupError` that lists all faults. Resolves folders against `projectFolder`. */
export async function checkAllSettings(
  environment: Environment,
  projectFolder: string,
): Promise<CheckedSettings> {
  const { settings, faults, misspelt, services } = await examineSettings(environment, projectFolder);
  if (settings === undefined || faults.length > 0) {
    throw new StartupError([...misspelt, formatStartFaults(faults)].join('\n'));
  }
  const drainTimes = Object.values(services).map((service) => service?.drainTimeoutMs ?? 0);
  return { settings, graceMs: END_MS + Math.max(...drainTimes), misspelt };
}

/** Parses the settings of `npm start` and of the services. Returns them together with all faults. */
export async function examineSettings(
  environment: Environment,
  projectFolder: string,
): Promise<ExaminedSettings> {
  const { settings, faults: ownFaults } = readStandaloneSettings(environment, projectFolder);
  const programs = await Promise.all(SERVICE_NAMES.map((name) => settingsProgram(projectFolder, name)));
  const given = environmentToCheck(environment, settings);
  const checks = programs.map((program) => checkEnvironment(program, given));
  const faults = [...new Set([...ownFaults, ...checks.flatMap(({ faults }) => faults)])];
  const names = [
    ...standaloneSettingNames,
    ...listStoreSettingNames(environment.OBJECT_STORE),
    ...programs.flatMap(({ settingNames }) => settingNames),
  ];
  const misspelt = describeMisspeltSettings(environment, names);
  const [repository, configuration] = checks;
  const services = {
    'repository-service': repository?.settings,
    'config-service': configuration?.settings,
  };
  return { settings, faults, misspelt, services, names };
}

function settingsProgram(projectFolder: string, name: string): Promise<SettingsProgram> {
  return import(pathToFileURL(join(projectFolder, 'services', name, 'dist', 'env.js')).href);
}

interface SettingsCheck {
  readonly faults: readonly string[];
  readonly settings: ServiceSettingsFacts | undefined;
}

function checkEnvironment(
  { parseServiceSettings }: SettingsProgram,
  environment: Environment,
): SettingsCheck {
  try {
    return { faults: [], settings: parseServiceSettings(environment) };
  } catch (error) {
    const { faults } = error as { faults?: readonly string[] };
    if (faults === undefined) throw error;
    return { faults, settings: undefined };
  }
}

/**
 * Placeholders for values that are only known after the start, and for invalid values that have already been reported.
 */
const UNKNOWN = {
  DATABASE_URL: 'postgres://localhost/not-started-yet',
  ADMIN_PASSWORD: 'not made before the first start',
  READER_PASSWORD: 'not made before the first start either',
  PLUGIN_STORE_PASSWORD: 'not made before the first start with its user',
  SESSION_SECRET: 'not made before the first start, too',
  OBJECT_STORE: '/not/made/yet',
};

/** Returns the environment of the services, as far as it is known before the start. */
function environmentToCheck(environment: Environment, settings: StandaloneSettings | undefined): Environment {
  const { host = defaultHost, ports = defaultPorts, adminUser = 'admin' } = settings ?? {};
  const facts: ServiceFacts = {
    host,
    ports,
    databaseUrl: UNKNOWN.DATABASE_URL,
    repositoryUrl: 'http://127.0.0.1',
    configurationUrl: 'http://127.0.0.1',
    objectStore: settings?.objectStore ?? { kind: 'fs', folder: UNKNOWN.OBJECT_STORE },
    spoolFolder: '',
    auditFolder: 'off',
    adminUser,
    adminPasswordFile: undefined,
    readerPasswordFile: undefined,
    storingPasswordFile: undefined,
    sessionSecretFile: undefined,
  };
  const given = { ...environment };
  if (!settings?.adminPasswordGiven) {
    given.ADMIN_PASSWORD = UNKNOWN.ADMIN_PASSWORD;
    given.ADMIN_PASSWORD_FILE = undefined;
  }
  if (!settings?.readerPasswordGiven) {
    given.READER_PASSWORD = UNKNOWN.READER_PASSWORD;
    given.READER_PASSWORD_FILE = undefined;
  }
  if (settings?.storesRegistries) {
    given.PLUGIN_STORE_PASSWORD = UNKNOWN.PLUGIN_STORE_PASSWORD;
    given.PLUGIN_STORE_PASSWORD_FILE = undefined;
  }
  if (!settings?.sessionSecretGiven) {
    given.SESSION_SECRET = UNKNOWN.SESSION_SECRET;
    given.SESSION_SECRET_FILE = undefined;
  }
  return makeServiceEnvironment(given, facts);
}
