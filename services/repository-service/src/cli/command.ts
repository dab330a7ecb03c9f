// Interface of a command of `holdfast keep`: options, dependencies and result.

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
  /** Description in one line. */
  readonly about: string;
  /** Lines of the help text after the first one. */
  readonly help: string;
  /** Options that only this command has. All commands have `--rate`, `--afresh`, `--json` and `--quiet`. */
  readonly options?: ParseArgsOptionsConfig;
  /** True if the command creates the index tables itself. If false, the migrations run before the command. */
  readonly makesTables?: boolean;
  /** True if the command takes positional arguments. */
  readonly takesOperands?: boolean;
  run(deps: KeepDeps, options: KeepOptions, operands: readonly string[]): Promise<KeepResult>;
}

export type KeepOptions = Readonly<Record<string, string | boolean | undefined>>;

export interface KeepDeps {
  readonly database: Database<IndexSchema>;
  readonly store: ObjectStore;
  readonly settings: JobSettings & {
    readonly codecThreads: number;
    readonly defaultNamespace: string;
    readonly deletionApproval: 'off' | 'on';
  };
  readonly log: Log;
  /** Creates missing tables of the index. */
  migrate(): Promise<unknown>;
  newId(): string;
  nowMs(): number;
  /** Value of `--rate`. */
  readonly bytesPerSecond: number | undefined;
  /** Aborts when the user interrupts the command. */
  readonly signal: AbortSignal;
  /** Runs a job to its end and displays its progress. Throws JobAlreadyRunningError if another process runs it. */
  runJob(job: Job): Promise<Progress>;
}

export interface KeepResult {
  /** Text output. */
  readonly lines: string[];
  /** Output of `--json`. */
  readonly json: unknown;
  /** False if the command succeeded but found a problem that an operator must look at. */
  readonly clean: boolean;
}

/** Thrown if another process is running the job. */
export class JobAlreadyRunningError extends Error {
  override name = 'JobAlreadyRunningError';

  constructor(job: string) {
    super(`${job} is already running in another process. The metrics of that process show its progress.`);
  }
}

/** Thrown if the command cannot be carried out. The message tells the user why. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/**
 * Parses the value of `--parallel`. Reading a segment is mostly waiting for I/O, so the default is twice the number of
 * processors, at most 16.
 */
export function parseParallelOption(text: string | boolean | undefined): number {
  if (text === undefined) return Math.min(16, 2 * availableParallelism());
  const parallel = Number(text);
  if (!Number.isInteger(parallel) || parallel < 1 || parallel > 64) {
    throw new CommandError('--parallel must be a whole number from 1 to 64.');
  }
  return parallel;
}
