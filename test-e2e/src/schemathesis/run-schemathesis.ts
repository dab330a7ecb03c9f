// Runs Schemathesis once against a service, and reads requests, responses and failed checks from its report.
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder, startProcess } from '@holdfast/testkit';
import type { ContractNode } from './plausible-contract.ts';

export interface SchemathesisRun {
  program: string;
  url: string;
  contract: ContractNode;
  user: string;
  password: string;
  /** Maximum number of generated requests per operation. */
  examples: number;
  phases: readonly string[];
  seed: number;
}

/** One request, its response, and the names of the failed checks. */
export interface SchemathesisExchange {
  /** Operation such as `GET /aus/{auid}/size`. */
  operation: string;
  request: string;
  status: number | undefined;
  body: string;
  failed: readonly { check: string; message: string }[];
}

/**
 * Runs Schemathesis and calls `onExchange` for each request. Rejects if Schemathesis itself fails or does not finish.
 */
export async function runSchemathesis(
  run: SchemathesisRun,
  onExchange: (exchange: SchemathesisExchange) => void,
): Promise<void> {
  const folder = await createTemporaryFolder();
  const [contract, config, report] = ['openapi.json', 'schemathesis.toml', 'report.ndjson'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await writeFile(contract, JSON.stringify(run.contract));
  await writeFile(config, configOf(run), { mode: 0o600 });
  const options = [
    ...['--url', run.url, '--checks', 'all', '--phases', run.phases.join(','), '--continue-on-failure'],
    ...['--max-examples', String(run.examples), '--seed', String(run.seed), '--max-redirects', '0'],
    ...['--report', 'ndjson', '--report-ndjson-path', report, '--generation-database', 'none', '--no-color'],
    ...['--suppress-health-check', 'all', '--warnings', 'off', '--no-shrink', '--request-timeout', '60'],
  ];
  const program = ['-m', 'schemathesis.cli', '--config-file', config, 'run', contract, ...options];
  const local = 'localhost,127.0.0.1';
  const env = {
    HOME: folder,
    NO_PROXY: local,
    no_proxy: local,
    SCHEMATHESIS_HOOKS: 'hooks',
    PYTHONPATH: fileURLToPath(new URL('.', import.meta.url)),
    PYTHONHOME: undefined,
  };
  const started = await startProcess(run.program, program, { cwd: folder, env });
  const { code } = await started.exited;
  // Exit code 1 means that checks failed; the report has the details.
  if (code !== 0 && code !== 1) throw new Error(`Schemathesis ended with ${code}: ${started.output()}`);
  if (!(await readReport(report, onExchange)))
    throw new Error(`Schemathesis did not end well: ${started.output()}`);
}

/** Returns a configuration file with the credentials. On the command line, all users could see them. */
function configOf({ user, password }: SchemathesisRun): string {
  return `[auth.openapi.basicAuth]\nusername = ${JSON.stringify(user)}\npassword = ${JSON.stringify(password)}\n`;
}

interface Check {
  name: string;
  status: string;
  failure_info?: { failure: { title: string; message: string } };
}

interface Recorder {
  /** Operation of the requests; for a chain of operations, the name of the chain. */
  label: string;
  cases: Record<string, { value: { method: string; path: string } }>;
  checks: Record<string, Check[]>;
  interactions: Record<
    string,
    {
      request: { method: string; uri: string; body?: { $base64: string } | null };
      response?: { status_code: number; content?: { $base64: string } | null } | null;
    }
  >;
}

/** Reads the report. Resolves to whether the report is complete and Schemathesis itself had no errors. */
async function readReport(
  file: string,
  onExchange: (exchange: SchemathesisExchange) => void,
): Promise<boolean> {
  let whole = false;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const event = JSON.parse(line) as {
      ScenarioFinished?: { recorder?: Recorder };
      EngineFinished?: { stop_reason: string };
      NonFatalError?: unknown;
      FatalError?: unknown;
    };
    const error = event.NonFatalError ?? event.FatalError;
    if (error !== undefined) throw new Error(`Schemathesis met an error: ${JSON.stringify(error)}`);
    if (event.EngineFinished) whole = event.EngineFinished.stop_reason === 'completed';
    const { recorder } = event.ScenarioFinished ?? {};
    if (recorder) for (const exchange of listExchanges(recorder)) onExchange(exchange);
  }
  return whole;
}

function listExchanges({ label, cases, checks, interactions }: Recorder): SchemathesisExchange[] {
  return Object.entries(interactions ?? {}).map(([id, { request, response }]) => {
    const failures = (checks?.[id] ?? []).filter(({ status }) => status === 'failure');
    const failed = failures.map(({ name, failure_info: info }) => ({
      check: name,
      message: `${info?.failure.title}: ${info?.failure.message}`,
    }));
    const { method, path } = cases[id]?.value ?? {};
    const operation = label.includes(' /') ? label : `${method} ${path}`;
    const sent = `${request.method} ${request.uri} ${textOf(request.body)}`;
    return {
      operation,
      request: sent,
      status: response?.status_code,
      body: textOf(response?.content),
      failed,
    };
  });
}

function textOf(body: { $base64: string } | null | undefined): string {
  return body?.$base64 === undefined ? '' : Buffer.from(body.$base64, 'base64').toString();
}
