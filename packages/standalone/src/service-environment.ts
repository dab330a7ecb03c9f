// Environment of each service. Variables that are not set here are passed on unchanged, so a service's own settings
// work under `npm start`.

import { formatObjectStores, type ObjectStoreSettings } from '@holdfast/object-store';
import { commonSpec } from '@holdfast/service-kit/settings';
import type { NodePorts } from './settings.ts';

export interface ServiceFacts {
  readonly host: string;
  readonly ports: NodePorts;
  readonly databaseUrl: string;
  /** Local URL of the repository service. */
  readonly repositoryUrl: string;
  /** Certificate that the repository service presents. Undefined for plain HTTP. */
  readonly certFile?: string | undefined;
  readonly objectStore: ObjectStoreSettings;
  /** Folder of temporary files, unless SPOOL_DIR is set. */
  readonly spoolFolder: string;
  /** Folder of the services' audit logs, unless AUDIT_LOG is set. */
  readonly auditFolder: string;
  readonly adminUser: string;
  /** Folder of the embedded PostgreSQL; undefined if another one is used. */
  readonly databaseFolder?: string | undefined;
  /** Undefined if ADMIN_PASSWORD is set; it is then passed on. */
  readonly adminPasswordFile: string | undefined;
  /** Undefined if READER_PASSWORD is set. */
  readonly readerPasswordFile: string | undefined;
  /** Undefined if PLUGIN_STORE_PASSWORD is set or plugin registries are not stored. */
  readonly storingPasswordFile?: string | undefined;
  /** File with further users, unless USERS_FILE is set. */
  readonly usersFile?: string | undefined;
  /** Undefined if SESSION_SECRET is set. */
  readonly sessionSecretFile: string | undefined;
}

type Inherited = Readonly<Record<string, string | undefined>>;

export function makeServiceEnvironment(inherited: Inherited, facts: ServiceFacts): Record<string, string> {
  const decided: Record<string, string> = {
    HOST: facts.host,
    ...Object.fromEntries(Object.entries(facts.ports).map(([name, port]) => [name, String(port)])),
    DATABASE_URL: facts.databaseUrl,
    ADMIN_USER: facts.adminUser,
  };
  if (facts.databaseFolder !== undefined) decided.DATABASE_DIR = facts.databaseFolder;
  // OBJECT_STORE may be relative to the project; a service gets an absolute path.
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
    ...decided,
    ...password,
  };
}

/**
 * Returns the address of the repository service with the login of the read-only user. An address or login in the
 * environment takes precedence.
 */
function repositoryAccess(inherited: Inherited, facts: ServiceFacts): Record<string, string> {
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
      ? asItCame(reader, 'READER_USER', 'REPOSITORY_USER')
      : { REPOSITORY_USER: commonSpec.readerUser.default }),
    ...asItCame(reader, 'READER_PASSWORD', 'REPOSITORY_PASSWORD'),
  };
}

/**
 * Copies a setting to another name, either as text or as the path of a file, so that a secret in a file stays out of
 * the environment.
 */
function asItCame(inherited: Inherited, from: string, to: string): Record<string, string> {
  const [file, text] = [inherited[`${from}_FILE`], inherited[from]];
  if (file) return { [`${to}_FILE`]: file };
  return text ? { [to]: text } : {};
}
