// Types of the plan by which a service starts and stops.
import type { RequestListener } from 'node:http';
import type { AuditStore, AuditWriter, LoginSettings, Oidc, Sessions, Users } from '@holdfast/accounts';
import type {
  commonSpec,
  DiskSpace,
  Health,
  HealthSettings,
  ListedSetting,
  Log,
  MeasuredPool,
  Metrics,
  Settings,
  WatchedDisk,
  WorkerContext,
} from '@holdfast/service-kit';
import type { Tracing } from '@holdfast/tracing';
import type { ServiceIdentity } from '../contract/contract.ts';
import type { LoginsDeps } from '../shell/logins.ts';

export type BaseServiceSettings = Settings<typeof commonSpec> &
  Pick<LoginSettings, 'loginCost'> & {
    readonly port: number;
    readonly metricsPort: number;
    readonly spoolFolder: string;
  };

/** Methods of a database that the HTTP layer uses. */
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
  readonly service: ServiceIdentity;
  readonly settings: BaseServiceSettings;
  readonly log: Log;
  /**
   * Context of a worker process. The limits in `settings` are then this worker's share. Undefined if this process is
   * the whole service.
   */
  readonly worker?: WorkerContext | undefined;
  /** Disks that the service writes to. The disks of the spool and the database are added automatically. */
  readonly disks?: readonly WatchedDisk[];
  /** Creates the database object without connecting. */
  openDatabase(options: DatabaseOptions): Database;
  /** Checks the database. Rejects if the database cannot be used. */
  checkDatabase(database: Database): Promise<unknown>;
  /** Returns a random secret that all processes with the same database share. Called when the tables exist. */
  sharedSecret(database: Database, name: string): Promise<Uint8Array>;
  /** Returns the store of audit entries. Its table is created before the first request is handled. */
  auditStore(database: Database): AuditStore;
  /** Creates the components of the service without starting background work. */
  build(base: ServiceBase<Database>): ServiceParts | Promise<ServiceParts>;
}

export interface ServiceBase<Database> {
  readonly database: Database;
  readonly users: Users;
  readonly sessions: Sessions;
  /** OpenID Connect provider. Undefined if users cannot log in through a provider. */
  readonly oidc: Oidc | undefined;
  /** Sources of the service's users. */
  readonly logins: Omit<LoginsDeps, 'reread'>;
  readonly listSettings: () => readonly ListedSetting[];
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  readonly room: DiskSpace;
  /** Writer of the audit log. Undefined if the audit log is off. */
  readonly audit: AuditWriter | undefined;
  /** Store of audit entries. Undefined if no audit entries are stored. */
  readonly auditStore: AuditStore | undefined;
  readonly trustedProxies: readonly string[];
  readonly trustedOrigins: readonly string[];
}

export interface ServiceParts {
  /** Dependencies other than the database. The service is ready only if they can be reached. */
  readonly checks?: HealthSettings['checks'];
  readonly spareChecks?: HealthSettings['spareChecks'];
  readonly places?: HealthSettings['places'];
  /**
   * Returns the reason why the service must not serve requests although all dependencies can be reached. Call
   * `health.set({})` when the result changes.
   */
  readonly whyUnfit?: HealthSettings['whyUnfit'];
  createApp(health: Health): RequestListener;
  /** Creates or migrates the tables. Resolves to the new health state. Retried until it succeeds. */
  prepare(): Promise<Parameters<Health['set']>[0]>;
  /** Explains an error with which `prepare` rejected, for operators. */
  whyNotPrepared(error: unknown): string;
  /** Starts background work. The work may end when `stopping` aborts, and must end when `stop` is called. */
  startWork(health: Health, stopping: AbortSignal): { stop(): Promise<void> };
  /** Closes what `build` opened. Called when no requests and no background work are running. */
  close?(): Promise<void>;
}
