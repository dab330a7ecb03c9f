// Opens the PostgreSQL standby that replay reads captures from. Replay skips the standby while it lags too far behind.
// All other reads, and all writes, use the primary.

import type { ServiceBase } from '@holdfast/http-kit';
import {
  type Database,
  hasSharedSessions,
  listRanMigrations,
  openDatabase,
  openReadReplica,
  type Pool,
  type ReadReplica,
} from '@holdfast/pg-kit';
import { explainFailure, type Health, type Log } from '@holdfast/service-kit';
import { serviceIdentity } from './domain/service-identity.ts';
import type { ServiceSettings } from './env.ts';
import { migrations } from './index/migrations/index.ts';
import type { CaptureDatabase } from './index/replay/captures.db.ts';
import type { IndexSchema } from './index/schema.ts';
import { createReplicaMetrics } from './replay-metrics.ts';

export interface OpenReplica {
  readonly captures: NonNullable<CaptureDatabase['replica']>;
  /** Monitors the standby until the signal aborts. Logs and reports whether replay currently skips it. */
  watch(health: Health, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Opens the standby. Returns undefined if none is configured. */
export function openReplica(
  { databaseReadUrl, databaseReadMaxLagMs, databasePool }: ServiceSettings,
  { database: primary, metrics, tracing }: ServiceBase<Database<IndexSchema>>,
  log: Log,
): OpenReplica | undefined {
  const replicaMetrics = createReplicaMetrics(metrics);
  const whyShared = sessionCheck();
  if (databaseReadUrl === undefined) return undefined;
  const database = openDatabase<IndexSchema>({
    url: databaseReadUrl,
    allowsStandby: true,
    poolSize: databasePool,
    applicationName: `holdfast ${serviceIdentity.name}`,
    onError: (error) => log.warn({ err: error }, 'a connection to the read replica broke'),
    hooks: tracing
      ? {
          onQuery: (operation, outcome, durationMs) =>
            tracing.called({ system: 'postgresql', operation, outcome, durationMs }),
        }
      : {},
  });
  const replica = openReadReplica({
    primary,
    replica: database,
    maxLagMs: databaseReadMaxLagMs,
    whyUnfit: async (pool) =>
      (await whyShared(database.pool)) ??
      describeMissingMigrations(
        new Set((await listRanMigrations(pool, 'repository')).map(({ name }) => name)),
      ),
    onRead: replicaMetrics.onRead,
  });
  replicaMetrics.watch(replica);
  return {
    captures: { ...database.share(databasePool), read: replica.read },
    watch: (health, signal) => replica.watch(signal, reporter(replica, health, log)),
    close: () => database.close(),
  };
}

/**
 * Returns a function that rejects a standby behind a transaction-pooling proxy, because such a proxy shares sessions.
 * Once the function has found no proxy, it stops checking.
 */
function sessionCheck(): (pool: Pool) => Promise<string | undefined> {
  let isOwn = false;
  return async (pool) => {
    isOwn ||= !(await hasSharedSessions(pool));
    return isOwn ? undefined : 'is behind a transaction-pooling proxy';
  };
}

function describeMissingMigrations(ran: ReadonlySet<string>): string | undefined {
  const isOlder = Object.keys(migrations).some((name) => !ran.has(name));
  return isOlder ? 'does not have all changes of the schema yet' : undefined;
}

const PLACE = { words: 'the read replica', setting: 'DATABASE_READ_URL' };

/** Logs each change of state once. The service status shows the current state. */
function reporter(replica: ReadReplica, health: Health, log: Log): () => void {
  let last: string | undefined;
  let isFirst = true;
  return () => {
    const why = replica.whyNot;
    const sentence = why && sentenceOf(why);
    if (!isFirst && sentence === last) return;
    health.set({ reason: sentence });
    if (sentence !== undefined) log.warn({ err: why?.error }, sentence);
    else if (replica.isPrimary) log.warn('DATABASE_READ_URL points to the primary, so it has no effect');
    else log.info('the read replica serves replay queries');
    isFirst = false;
    last = sentence;
  };
}

function sentenceOf({ words, error }: NonNullable<ReadReplica['whyNot']>): string {
  const state =
    error === undefined
      ? `${PLACE.words}, which ${PLACE.setting} names, ${words}`
      : explainFailure('read replica', PLACE, error).open;
  return `${state}: DATABASE_URL answers instead`;
}
