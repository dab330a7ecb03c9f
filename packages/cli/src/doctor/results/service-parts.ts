// Loads the checks that each service exports in its build output.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ObjectStoreSettings } from '@holdfast/object-store';
import type { Database, Migrations } from '@holdfast/pg-kit';
import type { WatchedDisk } from '@holdfast/service-kit';
import type { NodeFindings } from '@holdfast/service-kit/doctor';
import type { Environment } from '@holdfast/service-kit/settings';

interface IndexedStore {
  readonly database: Database<never>;
  readonly objectStore: ObjectStoreSettings;
}

export interface RepositoryPart {
  readonly owner: string;
  readonly migrations: Migrations;
  listStoreDisks(store: ObjectStoreSettings): WatchedDisk[];
  /** Checks the stores. Returns whether at least one store can be compared with the database. */
  checkStores(
    findings: NodeFindings,
    of: {
      readonly objectStore: ObjectStoreSettings;
      readonly database: Database<never> | undefined;
    },
  ): Promise<boolean>;
  /** Checks the mail server for notifications, if one is configured. */
  examineMail(findings: NodeFindings, environment: Environment): Promise<void>;
  /** Compares the index with the stores. Throws if the service would refuse to use this index with these stores. */
  compare(examined: IndexedStore): Promise<void>;
}

export interface ConfigurationPart {
  readonly owner: string;
  readonly migrations: Migrations;
  compare(
    examined: IndexedStore & {
      readonly journalKey: string | undefined;
      readonly olderJournalKeys: string | undefined;
    },
  ): Promise<void>;
}

export interface BrokerTrial {
  readonly address: string;
  readonly error: unknown;
  readonly durationMs: number;
}

export interface BridgePart {
  tryBrokers(environment: Readonly<Record<string, string | undefined>>): Promise<BrokerTrial[]>;
}

export async function loadRepositoryPart(projectFolder: string): Promise<RepositoryPart> {
  return ((await loadPart(projectFolder, 'repository-service')) as { doctorPart: RepositoryPart }).doctorPart;
}

export async function loadConfigurationPart(projectFolder: string): Promise<ConfigurationPart> {
  return ((await loadPart(projectFolder, 'config-service')) as { doctorPart: ConfigurationPart }).doctorPart;
}

export async function loadBridgePart(projectFolder: string): Promise<BridgePart> {
  return (await loadPart(projectFolder, 'bridge')) as BridgePart;
}

function loadPart(projectFolder: string, service: string): Promise<unknown> {
  return import(pathToFileURL(join(projectFolder, 'services', service, 'dist', 'doctor.js')).href);
}
