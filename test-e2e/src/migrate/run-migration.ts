// Runs `./holdfast migrate repository` as a process and reads its report.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type StartedProcess, startProcess } from '@holdfast/testkit';
import type { RepositoryServer } from '../support/repository-server.ts';

/** Program of the CLI. It is started without a wrapper, so that a kill hits the process that sends the records. */
const program = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));

export interface Migration {
  readonly server: Pick<RepositoryServer, 'client'>;
  /** Folder for the command's progress file and report. */
  readonly work: string;
  /** Arguments of the command: source folders or the address of a node, and options. */
  readonly words: readonly string[];
}

export interface ReportSide {
  readonly artifacts: number;
  readonly committed: number;
  readonly uncommitted: number;
  readonly bytes: number;
}

export interface MigrationRunReport {
  readonly complete: boolean;
  readonly problems: readonly { readonly where: string; readonly message: string }[];
  readonly totals: {
    readonly [name in
      | 'aus'
      | 'same'
      | 'stored'
      | 'found'
      | 'deleted'
      | 'removed'
      | 'problems'
      | 'damagedJournals']: number;
  } & { readonly source: ReportSide; readonly target: ReportSide };
  readonly aus: readonly {
    readonly auid: string;
    readonly same: boolean;
    readonly source: ReportSide & { readonly digest: string };
    readonly target: ReportSide & { readonly digest: string };
    readonly problems: readonly { readonly message: string; readonly uuid?: string }[];
    readonly differences?: Record<string, string[]>;
  }[];
}

/** Returns the environment variables of the command. */
export function makeCommandEnvironment({
  server,
  work,
}: Pick<Migration, 'server' | 'work'>): Record<string, string> {
  const { url, user, password } = server.client.settings;
  return {
    HOLDFAST_URL: String(url),
    HOLDFAST_USER: user,
    HOLDFAST_PASSWORD: password,
    XDG_STATE_HOME: join(work, 'state'),
  };
}

export function startMigration(migration: Migration): Promise<StartedProcess> {
  const { work, words } = migration;
  const all = ['migrate', 'repository', ...words, '--report', join(work, 'report.json')];
  return startProcess(process.execPath, [program, ...all], { env: makeCommandEnvironment(migration) });
}

export async function runMigrationToEnd(
  migration: Migration,
): Promise<{ code: number | null; output: string; report: MigrationRunReport }> {
  const started = await startMigration(migration);
  const { code } = await started.exited;
  const report = JSON.parse(
    await readFile(join(migration.work, 'report.json'), 'utf8'),
  ) as MigrationRunReport;
  return { code, output: started.output(), report };
}
