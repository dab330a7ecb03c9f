// Runs each case of the object store's contract on an S3 server with Jest, and reads Jest's report.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder } from '@holdfast/testkit';
import type { ServerName } from './servers.ts';

const project = fileURLToPath(new URL('../../..', import.meta.url));
const folder = 'packages/object-store/test/s3';

const files = {
  gateway: ['contract.test.ts', 'faults.test.ts'],
  SeaweedFS: ['seaweedfs.trial.ts'],
  Garage: ['garage.trial.ts'],
} satisfies Record<ServerName, readonly string[]>;

export interface StoreTestCase {
  readonly name: string;
  readonly status: 'passed' | 'failed' | string;
  /** First line of the failure message. */
  readonly why: string | undefined;
}

/** Runs the cases on one server. The tests find the programs of clusters in the user's cache. */
export async function runStoreTestCases(server: ServerName): Promise<StoreTestCase[]> {
  const report = join(await createTemporaryFolder(), 'report.json');
  const paths = files[server].map((file) => `${folder}/${file}`);
  const jest = spawn(
    process.execPath,
    [
      ...['node_modules/jest/bin/jest.js', '--maxWorkers=1', '--json', `--outputFile=${report}`],
      ...['--testMatch=**/*.{test,trial}.ts', '--runTestsByPath', ...paths],
    ],
    { cwd: project, stdio: ['ignore', 'ignore', 'ignore'] },
  );
  await once(jest, 'exit');
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report;
  return testResults.flatMap(({ assertionResults, message }) => {
    if (assertionResults.length === 0) throw new Error(`no case could be run on ${server}: ${message}`);
    return assertionResults.map(caseOf);
  });
}

interface Report {
  readonly testResults: readonly { assertionResults: readonly Assertion[]; message: string }[];
}

interface Assertion {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

/** Gives the case the same name on every server. */
function caseOf({ ancestorTitles, title, status, failureMessages }: Assertion): StoreTestCase {
  const group = ancestorTitles.at(-1) ?? '';
  const subject = group.startsWith('the s3 store on a bad way') ? 'a bad way' : group;
  return { name: `${subject}: ${title}`, status, why: failureMessages[0]?.split('\n')[0] };
}

/** Formats a table with one row per case and one column per server. */
export function formatCaseTable(
  cases: ReadonlyMap<string, readonly StoreTestCase[]>,
): Record<string, Record<string, string>> {
  const table: Record<string, Record<string, string>> = {};
  for (const [server, all] of cases) {
    for (const { name, status } of all) {
      table[name] ??= {};
      table[name][server] = status;
    }
  }
  return table;
}
