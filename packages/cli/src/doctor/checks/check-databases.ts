// Finds and checks the databases of the node, and compares them with the object stores.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, toOwnerUrl } from '@holdfast/pg-kit';
import { checkDatabase, checkReadReplica, type DatabaseTarget } from '@holdfast/pg-kit/doctor';
import { limitTime, type NodeFindings, planConnections, toSentence } from '@holdfast/service-kit/doctor';
import { type ExaminedSettings, SERVICE_NAMES } from '@holdfast/standalone';
import { readPostgresUrl } from '@holdfast/standalone/postgres';
import type { DatabaseUrls, NodeLocation } from '../../backup/find-node.ts';
import { openFolderPostgres } from '../../data-folder/folder-postgres.ts';
import type { ConfigurationPart, RepositoryPart } from '../results/service-parts.ts';

export interface CheckedDatabases {
  /** Database of the repository service. Undefined if the database or its tables cannot be used. */
  readonly repository: Database<never> | undefined;
  readonly configuration: Database<never> | undefined;
  readonly urls: readonly string[];
  close(): Promise<void>;
}

export interface DatabaseParts {
  readonly repository: RepositoryPart;
  readonly configuration: ConfigurationPart;
}

/** Time limit for starting the embedded PostgreSQL, which may first have to recover from a crash. */
const START_MS = 90_000;

export async function checkDatabases(
  findings: NodeFindings,
  node: NodeLocation,
  settings: ExaminedSettings,
  parts: DatabaseParts,
): Promise<CheckedDatabases> {
  const found = await findUrls(findings, node);
  const nothing = { repository: undefined, configuration: undefined, urls: [], close: found.close };
  if (found.urls === undefined) return nothing;
  const { repository, configuration } = found.urls;
  const opened = new Map<string, Database<never>>();
  const all: Database<never>[] = [];
  for (const target of listTargets(found.urls, settings, parts)) {
    const examined = await checkDatabase(findings, target);
    if (examined === undefined) continue;
    all.push(examined.database);
    for (const owner of examined.usable) opened.set(owner, examined.database);
  }
  const readUrl = settings.services['repository-service']?.databaseReadUrl;
  if (readUrl !== undefined) await checkReadReplica(findings, readUrl);
  return {
    repository: opened.get('repository'),
    configuration: opened.get('configuration'),
    urls: [repository, configuration, ...(readUrl === undefined ? [] : [readUrl])],
    async close() {
      await Promise.all(all.map((one) => one.close(0)));
      await found.close();
    },
  };
}

async function findUrls(
  findings: NodeFindings,
  { databases, dataFolder }: NodeLocation,
): Promise<{ readonly urls: DatabaseUrls | undefined; close(): Promise<void> }> {
  const close = async () => undefined;
  if (databases !== undefined) return { urls: databases, close };
  const isNew = (await readPostgresUrl({ folder: dataFolder })) === undefined;
  if (isNew && !existsSync(join(dataFolder, 'store'))) {
    findings.fine('database.reach', `There is no node in ${dataFolder} yet. npm start creates its database.`);
    return { urls: undefined, close };
  }
  if (isNew) {
    findings.fault(
      'database.reach',
      `The data folder ${dataFolder} contains an object store, but no PostgreSQL database.`,
      {
        remedy:
          'Restore the folder postgres from a backup, or run ./holdfast keep rebuild to create a new index from the store.',
      },
    );
    return { urls: undefined, close };
  }
  try {
    const postgres = await limitTime(START_MS, () => openFolderPostgres(dataFolder));
    const urls = {
      repository: toOwnerUrl(postgres.url, 'repository'),
      configuration: toOwnerUrl(postgres.url, 'configuration'),
    };
    return { urls, close: () => postgres.close() };
  } catch (error) {
    findings.fault(
      'database.reach',
      toSentence(`the PostgreSQL in ${dataFolder} cannot be started: ${(error as Error).message}`),
      {
        remedy: 'docs/operations.md, "Problems".',
      },
    );
    return { urls: undefined, close };
  }
}

function listTargets(
  urls: DatabaseUrls,
  { services }: ExaminedSettings,
  parts: DatabaseParts,
): DatabaseTarget[] {
  const [repositoryPlan, configurationPlan] = SERVICE_NAMES.map((name) => {
    const settings = services[name];
    return settings === undefined ? 0 : planConnections(name, settings);
  }) as [number, number];
  const both = repositoryPlan + configurationPlan;
  if (urls.repository === urls.configuration)
    return [
      {
        id: 'database',
        url: urls.repository,
        parts: [parts.repository, parts.configuration],
        plannedConnections: both,
      },
    ];
  // Adds up the planned connections of databases on the same server, because they share its connection limit.
  const isOneServer = new Set(Object.values(urls).map(findServer)).size === 1;
  return [
    {
      id: 'repository-database',
      url: urls.repository,
      parts: [parts.repository],
      plannedConnections: isOneServer ? both : repositoryPlan,
    },
    {
      id: 'configuration-database',
      url: urls.configuration,
      parts: [parts.configuration],
      plannedConnections: isOneServer ? both : configurationPlan,
    },
  ];
}

/** Returns the hosts and ports of a database URL. */
function findServer(url: string): string {
  const [, hosts = ''] = /^[a-z]+:\/\/(?:[^/@]*@)?([^/?]*)/.exec(url) ?? [];
  const [, socket = ''] = /[?&]host=([^&]*)/.exec(url) ?? [];
  return `${hosts} ${socket}`;
}
