// Builds the environment of each service. Also passes on all variables of `npm start`, so that every setting of a
// service works under `npm start`.

import { formatObjectStores, type ObjectStoreSettings } from '@holdfast/object-store';
import { commonSpec } from '@holdfast/service-kit/settings';
import type { NodePorts } from './settings.ts';

export interface ServiceFacts {
  readonly host: string;
  readonly ports: NodePorts;
  readonly databaseUrl: string;
  /** Local URL of the repository service. */
  readonly repositoryUrl: string;
  /** Local URL of the configuration service. */
  readonly configurationUrl: string;
  /** TLS certificate of both services. Undefined for plain HTTP. */
  readonly certFile?: string | undefined;
  readonly objectStore: ObjectStoreSettings;
  /** Default of SPOOL_DIR, the folder of temporary files. */
  readonly spoolFolder: string;
  /** Default of AUDIT_LOG, the folder of the services' audit logs. */
  readonly auditFolder: string;
  readonly adminUser: string;
  /** Folder of the embedded PostgreSQL. Undefined for an external server. */
  readonly databaseFolder?: string | undefined;
  /** File with the generated password of the administrator. Undefined if ADMIN_PASSWORD is set. */
  readonly adminPasswordFile: string | undefined;
  /** File with the generated password of the read-only user. Undefined if READER_PASSWORD is set. */
  readonly readerPasswordFile: string | undefined;
  /**
   * File with the generated password for storing plugin registries. Undefined if PLUGIN_STORE_PASSWORD is set or
   * registries are not stored.
   */
  readonly storingPasswordFile?: string | undefined;
  /** Default of USERS_FILE, the file with additional users. */
  readonly usersFile?: string | undefined;
  /** File with the generated session secret. Undefined if SESSION_SECRET is set. */
  readonly sessionSecretFile: string | undefined;
}

type InheritedEnvironment = Readonly<Record<string, string | undefined>>;

export function makeServiceEnvironment(
  inherited: InheritedEnvironment,
  facts: ServiceFacts,
): Record<string, string> {
  const decided: Record<string, string> = {
    HOST: facts.host,
    ...Object.fromEntries(Object.entries(facts.ports).map(([name, port]) => [name, String(port)])),
    DATABASE_URL: facts.databaseUrl,
    ADMIN_USER: facts.adminUser,
  };
  if (facts.databaseFolder !== undefined) decided.DATABASE_DIR = facts.databaseFolder;
  // Passes the absolute path of the store, because OBJECT_STORE may be relative to the project folder.
  const { objectStore } = facts;
  if (objectStore.kind === 'fs') decided.OBJECT_STORE = `fs:${objectStore.folder}`;
  if (objectStore.kind === 'several') decided.OBJECT_STORE = formatObjectStores(objectStore);
  const replaced = new Set(Object.keys(decided).flatMap((name) => [name, `${name}_FILE`]));
  const password: Record<string, string> = {};
  if (facts.adminPasswordFile !== undefined) {
    password.ADMIN_PASSWORD_FILE = facts.adminPasswordFile;
    replaced.add('ADMIN_PASSWORD');
  }
  if (facts.readerPasswordFile !== undefined) {
    password.READER_PASSWORD_FILE = facts.readerPasswordFile;
    replaced.add('READER_PASSWORD');
  }
  if (facts.storingPasswordFile !== undefined) {
    password.PLUGIN_STORE_PASSWORD_FILE = facts.storingPasswordFile;
    replaced.add('PLUGIN_STORE_PASSWORD');
  }
  if (facts.sessionSecretFile !== undefined) {
    password.SESSION_SECRET_FILE = facts.sessionSecretFile;
    replaced.add('SESSION_SECRET');
  }
  const kept = Object.entries(inherited).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !replaced.has(entry[0]) && !(entry[0] === 'USERS_FILE' && entry[1] === ''),
  );
  return {
    SPOOL_DIR: facts.spoolFolder,
    AUDIT_LOG: facts.auditFolder,
    ...(facts.usersFile !== undefined && !inherited.USERS_FILE_FILE && { USERS_FILE: facts.usersFile }),
    ...Object.fromEntries(kept),
    ...repositoryAccess(inherited, facts),
    ...configurationAccess(inherited, facts),
    ...decided,
    ...password,
  };
}

/** Returns the repository service's address and the login of its read-only user. The environment overrides both. */
function repositoryAccess(inherited: InheritedEnvironment, facts: ServiceFacts): Record<string, string> {
  const isSet = (name: string) => Boolean(inherited[name] || inherited[`${name}_FILE`]);
  if (isSet('REPOSITORY_URL')) return {};
  const address = {
    REPOSITORY_URL: facts.repositoryUrl,
    ...(facts.certFile !== undefined && { REPOSITORY_CERT_FILE: facts.certFile }),
  };
  if (isSet('REPOSITORY_USER') || isSet('REPOSITORY_PASSWORD')) return address;
  const reader = {
    ...inherited,
    READER_PASSWORD_FILE: facts.readerPasswordFile ?? inherited.READER_PASSWORD_FILE,
  };
  return {
    ...address,
    ...(isSet('READER_USER')
      ? copySetting(reader, 'READER_USER', 'REPOSITORY_USER')
      : { REPOSITORY_USER: commonSpec.readerUser.default }),
    ...copySetting(reader, 'READER_PASSWORD', 'REPOSITORY_PASSWORD'),
  };
}

/**
 * Returns the settings with which the repository service reaches the configuration service to get the names of AUs. The
 * environment takes precedence.
 */
function configurationAccess(
  inherited: InheritedEnvironment,
  { configurationUrl, certFile }: ServiceFacts,
): Record<string, string> {
  if (inherited.CONFIG_URL || inherited.CONFIG_URL_FILE) return {};
  return {
    CONFIG_URL: configurationUrl,
    ...(certFile !== undefined && { CONFIG_CERT_FILE: certFile }),
  };
}

/**
 * Copies a setting to another name, either its value or the path of its file. A secret in a file thus stays out of the
 * environment.
 */
function copySetting(inherited: InheritedEnvironment, from: string, to: string): Record<string, string> {
  const [file, text] = [inherited[`${from}_FILE`], inherited[from]];
  if (file) return { [`${to}_FILE`]: file };
  return text ? { [to]: text } : {};
}
