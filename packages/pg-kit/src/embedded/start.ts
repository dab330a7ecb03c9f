// A real PostgreSQL for machines that have none, under one folder, from binaries that came with the install.

export interface EmbeddedPostgresOptions {
  /** Everything is kept under it; made when missing. */
  folder: string;
  /** Default: a free one, chosen at the first start and kept. */
  port?: number;
  /** Faster, and loses data when the machine (not the process) dies: for tests of other things than durability. */
  unsafe?: boolean;
  /** Told in plain words what a person would want to know. */
  log?: (sentence: string) => void;
}

export interface EmbeddedPostgres {
  /** Of the superuser, to the database `postgres`; holds the password. See `ensureDatabase`. */
  readonly url: string;
  readonly port: number;
  /** Of the postmaster. */
  readonly pid: number;
  /** Resolves when the server ended, for whatever reason. */
  readonly exited: Promise<void>;
  /** Ends all sessions and writes everything down; bounded in time. Idempotent. */
  stop(): Promise<void>;
  /** kill -9 of the postmaster and all its children, as a crash would. Resolves when they are gone. */
  kill(): Promise<void>;
}

export async function startEmbeddedPostgres(_options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  throw new Error('being built');
}
