// Types only: the plan by which every service is started and stopped, and the parts that it is given.
import type { RequestListener } from 'node:http';
import type { Audit, AuditStore, Sessions, Users } from '@holdfast/accounts';
import type {
  commonSpec,
  DiskSpace,
  Health,
  HealthOptions,
  ListedSetting,
  Log,
  MeasuredPool,
  Metrics,
  Settings,
  WatchedDisk,
  WorkerPart,
} from '@holdfast/service-kit';
import type { Tracing } from '@holdfast/tracing';
import type { ServiceName } from '../contract/contract.ts';
import type { LoginsDeps } from '../shell/logins.ts';

export type BaseSettings = Settings<typeof commonSpec> & {
  readonly port: number;
  readonly metricsPort: number;
  readonly spoolFolder: string;
};

/** The part of a database that the shell uses. */
export interface ServiceDatabase {
  readonly pool: MeasuredPool;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly applicationName: string;
  readonly onError: (error: Error) => void;
  readonly hooks: {
    onWait(durationMs: number): void;
    onQuery?(operation: string, outcome: 'ok' | 'error', durationMs: number): void;
  };
}

export interface ServicePlan<Database extends ServiceDatabase> {
  readonly service: ServiceName;
  readonly settings: BaseSettings;
  readonly log: Log;
  /** Undefined: this process is all of the service. Else `settings` are this worker's share. */
  readonly worker?: WorkerPart | undefined;
  /** Disks that the service writes to, beside those of the spool and the database. */
  readonly disks?: readonly WatchedDisk[];
  /** Connects to nothing yet. */
  openDatabase(options: DatabaseOptions): Database;
  /** Rejects when the database cannot be used. */
  checkDatabase(database: Database): Promise<unknown>;
  /** A random value that all processes on one database agree on; the tables are there when it is asked for. */
  sharedSecret(database: Database, name: string): Promise<Uint8Array>;
  /** Store of the audit log. Its table exists before the first request. */
  auditStore(database: Database): AuditStore;
  /** Makes what is the service's own, and lets none of it begin to work. */
  build(base: ServiceBase<Database>): ServiceParts | Promise<ServiceParts>;
}

export interface ServiceBase<Database> {
  readonly database: Database;
  readonly users: Users;
  readonly sessions: Sessions;
  /** Where its users come from. */
  readonly logins: Omit<LoginsDeps, 'reread'>;
  readonly listSettings: () => readonly ListedSetting[];
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  readonly room: DiskSpace;
  /** Undefined where it is off. */
  readonly audit: Audit | undefined;
  /** Where entries of the audit log are found; undefined where none are kept. */
  readonly auditStore: AuditStore | undefined;
  readonly trustedProxies: readonly string[];
  readonly trustedOrigins: readonly string[];
}

export interface ServiceParts {
  /** Whatever readiness depends on beside the database. */
  readonly checks?: HealthOptions['checks'];
  readonly places?: HealthOptions['places'];
  /** Why the service must not answer although everything can be reached; call `health.set({})` when it has changed. */
  readonly whyUnfit?: HealthOptions['whyUnfit'];
  createApp(health: Health): RequestListener;
  /** Brings the tables up to date; resolves to what health is then told. It is tried until it does not reject. */
  prepare(): Promise<Parameters<Health['set']>[0]>;
  /** Why the service is not ready, in words for its operators, when `prepare` has rejected. */
  whyNotPrepared(error: unknown): string;
  /** Begins the work in the background, which may end when `stopping` aborts, and must when it is stopped. */
  startWork(health: Health, stopping: AbortSignal): { stop(): Promise<void> };
  /** Closes what `build` opened; no request and no work is under way any more. */
  close?(): Promise<void>;
}
