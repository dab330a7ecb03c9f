// What each service is told. Whatever else is in the environment reaches it unchanged, so that a service's own
// settings work under `npm start` too; what is decided here replaces what came.
import type { ObjectStoreSettings } from '@holdfast/object-store';
import type { Ports } from './settings.ts';

export interface ServiceFacts {
  readonly host: string;
  readonly port: number;
  readonly metricsPort: number;
  readonly databaseUrl: string;
  readonly objectStore: ObjectStoreSettings;
  readonly adminUser: string;
  /** Absent when ADMIN_PASSWORD came with the environment, which is then passed on as it came. */
  readonly adminPasswordFile: string | undefined;
}

export function serviceEnvironment(
  inherited: Readonly<Record<string, string | undefined>>,
  facts: ServiceFacts,
): Record<string, string> {
  const decided: Record<string, string> = {
    HOST: facts.host,
    PORT: String(facts.port),
    METRICS_PORT: String(facts.metricsPort),
    DATABASE_URL: facts.databaseUrl,
    ADMIN_USER: facts.adminUser,
    ...(facts.objectStore.kind === 'fs' ? { OBJECT_STORE: `fs:${facts.objectStore.folder}` } : {}),
  };
  const password = facts.adminPasswordFile;
  const replaced =
    password === undefined ? Object.keys(decided) : [...Object.keys(decided), 'ADMIN_PASSWORD'];
  const dropped = new Set(replaced.flatMap((name) => [name, `${name}_FILE`]));
  for (const name of OWN) dropped.add(name).add(`${name}_FILE`);
  const kept = Object.entries(inherited).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !dropped.has(entry[0]),
  );
  return {
    ...Object.fromEntries(kept),
    ...decided,
    ...(password === undefined ? {} : { ADMIN_PASSWORD_FILE: password }),
  };
}

/** Settings of the standalone that mean nothing to a service. */
const OWN: readonly (keyof Ports | 'DATA_DIR')[] = [
  'REPOSITORY_PORT',
  'REPOSITORY_METRICS_PORT',
  'CONFIG_PORT',
  'CONFIG_METRICS_PORT',
  'DATA_DIR',
];
