// What a command of `holdfast keep` is made of: what it takes, what it does, what it says at its end.

import { availableParallelism } from 'node:os';
import type { ParseArgsOptionsConfig } from 'node:util';
import type { ObjectStore } from '@holdfast/object-store';
import type { Database } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import type { Progress } from '../domain/job-progress.ts';
import type { IndexSchema } from '../index/schema.ts';
import type { Job } from '../jobs/frame/job.ts';
import type { JobSettings } from '../jobs/frame/settings.ts';

export interface KeepCommand {
  readonly name: string;
  /** One line. */
  readonly about: string;
  /** The lines of its help behind that. */
  readonly help: string;
  /** Options that the command has beside the common ones (`--rate`, `--afresh`, `--json`, `--quiet`). */
  readonly options?: ParseArgsOptionsConfig;
  /** The command makes or replaces the tables of the index itself; otherwise they are brought up to date before it runs. */
  readonly makesTables?: boolean;
  run(deps: KeepDeps, options: KeepOptions): Promise<KeepResult>;
}

export type KeepOptions = Readonly<Record<string, string | boolean | undefined>>;

export interface KeepDeps {
  readonly database: Database<IndexSchema>;
  readonly store: ObjectStore;
  readonly settings: JobSettings & { readonly codecThreads: number; readonly defaultNamespace: string };
  readonly log: Log;
  /** Makes the tables of the index where they are missing. */
  migrate(): Promise<unknown>;
  newId(): string;
  nowMs(): number;
  /** The value of `--rate`. */
  readonly bytesPerSecond: number | undefined;
  /** Aborts when the reader wants it to stop. */
  readonly signal: AbortSignal;
  /** Runs a job to the end of its walk, its progress shown. Throws JobTakenError. */
  runJob(job: Job): Promise<Progress>;
}

export interface KeepResult {
  /** For people. */
  readonly lines: string[];
  /** For `--json`. */
  readonly json: unknown;
  /** False: it did its work, and found something that somebody should look at. */
  readonly clean: boolean;
}

/** Another process is at it. */
export class JobTakenError extends Error {
  override name = 'JobTakenError';

  constructor(job: string) {
    super(`${job} is being done by another process already; its progress is in that one's metrics.`);
  }
}

/** What was asked for cannot be done; the message says why, for people. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Default: twice as many as there are processors: most of them wait for the store or the database. */
export function parallelOf(text: string | boolean | undefined): number {
  if (text === undefined) return Math.min(16, 2 * availableParallelism());
  const parallel = Number(text);
  if (!Number.isInteger(parallel) || parallel < 1 || parallel > 64) {
    throw new CommandError('--parallel must be a whole number from 1 to 64.');
  }
  return parallel;
}
