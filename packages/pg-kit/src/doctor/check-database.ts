// Checks one database: its server, any proxy in front of it, and the schema. Connects with the services' settings.
import { explainFailure, splitHosts, toPostgresLocation } from '@holdfast/service-kit';
import { findRemedy, limitTime, type NodeFindings, toSentence } from '@holdfast/service-kit/doctor';
import { checkDatabase as checkPrimary, type Database, openDatabase } from '../database/database.ts';
import { hasSharedSessions } from '../database/shared-sessions.ts';
import { listRanMigrations } from '../schema/migrate.ts';
import { listNewerMigrations, type Migrations } from '../schema/schema-history.ts';
import { readServerFacts } from '../servers/server-facts.ts';
import { assessServer } from './assess-server.ts';

export interface DatabaseTarget {
  /** Prefix of finding IDs: `database`, `repository-database` or `configuration-database`. */
  readonly id: string;
  readonly url: string;
  /** Services that use this database. */
  readonly parts: readonly { readonly owner: string; readonly migrations: Migrations }[];
  readonly plannedConnections: number;
}

export interface ExaminedDatabase<DB> {
  readonly database: Database<DB>;
  /** Services whose schema matches this version, by the owner of their migrations. */
  readonly usable: ReadonlySet<string>;
}

const CONNECT_MS = 5_000;
const CHECK_MS = 10_000;

/** Checks the database. Returns its connection pool, which the caller must close, or undefined if it is unreachable. */
export async function checkDatabase<DB = never>(
  findings: NodeFindings,
  { id, url, parts, plannedConnections }: DatabaseTarget,
): Promise<ExaminedDatabase<DB> | undefined> {
  const place = toPostgresLocation(url);
  const server = place.words;
  const database = open<DB>(url);
  const usable = new Set<string>();
  try {
    await checkHosts(findings, id, url);
    await limitTime(CHECK_MS, () => checkPrimary(database));
    const facts = await limitTime(CHECK_MS, () => readServerFacts(database.pool));
    findings.fine(`${id}.reach`, `${server} answers in ${facts.latencyMs.toFixed(1)} ms.`, {
      durationMs: facts.latencyMs,
    });
    const isShared = await limitTime(CHECK_MS, () => hasSharedSessions(database.pool));
    if (isShared)
      findings.fault(
        `${id}.sessions`,
        `A proxy in front of ${server} pools transactions, so locks protect nothing.`,
        {
          remedy:
            'Let DATABASE_URL lead to PostgreSQL itself, or to a proxy that pools sessions (PgBouncer: pool_mode = session).',
        },
      );
    const ran = await Promise.all(
      parts.map(async ({ owner, migrations }) => {
        const names = await limitTime(CHECK_MS, () => listRanMigrations(database.pool, owner));
        await checkSchema(findings, id, { owner, migrations, ran: names });
        if (names.length > 0) usable.add(owner);
        return names.length;
      }),
    );
    const isNew = ran.every((count) => count === 0);
    findings.add(...assessServer(facts, { id, server, plannedConnections, isNew }));
    return { database, usable: isShared ? new Set() : usable };
  } catch (error) {
    findings.fault(`${id}.reach`, toSentence(explainFailure('database', place, error).full), {
      remedy: findRemedy('database', error),
    });
    await database.close(0);
    return undefined;
  }
}

/** Checks the standby that the replay API reads. */
export async function checkReadReplica(findings: NodeFindings, url: string): Promise<void> {
  const id = 'read-database.reach';
  const place = { ...toPostgresLocation(url), setting: 'DATABASE_READ_URL' };
  const database = open<never>(url, true);
  try {
    const { rows } = await limitTime(CHECK_MS, () =>
      database.pool.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"'),
    );
    if (rows[0]?.isStandby) findings.fine(id, `${place.words} is a standby and answers.`);
    else
      findings.warning(
        id,
        `${place.words}, which DATABASE_READ_URL names, is no standby, so it is not used.`,
        {
          remedy: 'Let DATABASE_READ_URL lead to a streaming standby, or remove it.',
        },
      );
  } catch (error) {
    findings.warning(id, toSentence(explainFailure('standby', place, error).full), {
      remedy: 'The primary answers instead. Start the standby, or correct DATABASE_READ_URL.',
    });
  } finally {
    await database.close(0);
  }
}

function open<DB>(url: string, allowsStandby = false): Database<DB> {
  return openDatabase<DB>({
    url,
    allowsStandby,
    poolSize: 2,
    applicationName: 'holdfast doctor',
    connectTimeoutMs: CONNECT_MS,
    statementTimeoutMs: CHECK_MS,
    onError: () => undefined,
  });
}

/** Checks every server in a URL with several hosts, to detect the failure of a standby before the next failover. */
async function checkHosts(findings: NodeFindings, id: string, url: string): Promise<void> {
  const hosts = splitHosts(url);
  if (hosts.length === 1) return;
  await Promise.all(
    hosts.map(async (host) => {
      const place = toPostgresLocation(host);
      const database = open<never>(host, true);
      try {
        await limitTime(CHECK_MS, () => database.pool.query('select'));
      } catch (error) {
        findings.warning(`${id}.hosts`, toSentence(explainFailure('server', place, error).full), {
          remedy: findRemedy('database', error),
        });
      } finally {
        await database.close(0);
      }
    }),
  );
}

async function checkSchema(
  findings: NodeFindings,
  id: string,
  {
    owner,
    migrations,
    ran,
  }: {
    readonly owner: string;
    readonly migrations: Migrations;
    readonly ran: Awaited<ReturnType<typeof listRanMigrations>>;
  },
): Promise<void> {
  try {
    const newer = await listNewerMigrations(migrations, ran);
    const pending = Object.keys(migrations).filter((name) => !ran.some((one) => one.name === name));
    const state =
      ran.length === 0
        ? 'has no tables yet; the first start creates them'
        : newer.length > 0
          ? `is newer than this version, which can work on it (${newer.join(', ')})`
          : pending.length > 0
            ? `is brought up to date by the next start (${pending.join(', ')})`
            : 'is the one of this version';
    findings.fine(`${id}.schema`, `The schema of the ${owner} ${state}.`, { observed: ran.at(-1)?.name });
  } catch (error) {
    findings.fault(`${id}.schema`, (error as Error).message);
  }
}
