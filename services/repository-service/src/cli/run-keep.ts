// Runs a command of `holdfast keep`: parses the arguments, opens the database and the store, prints the result, and
// returns the exit code.
import { parseArgs } from 'node:util';
import { readSettings, SettingsError } from '@holdfast/service-kit';
import { type Job, runJob } from '../jobs/frame/job.ts';
import type { JobObserver } from '../jobs/frame/job-run.ts';
import { JobAlreadyRunningError, type KeepCommand, type KeepDeps, type KeepResult } from './command.ts';
import { createProgressLine } from './format.ts';

export const exitCodes = { clean: 0, found: 1, usage: 2, failed: 3, interrupted: 130 } as const;

export interface KeepTools {
  readonly words: readonly string[];
  readonly commands: readonly KeepCommand[];
  readonly output: Pick<NodeJS.WriteStream, 'write'>;
  readonly errorOutput: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;
  readonly signal: AbortSignal;
  /** Opens the database and the store, runs `work`, and closes both. Throws SettingsError. */
  withFoundations(work: (deps: Foundations) => Promise<number>): Promise<number>;
}

type Foundations = Pick<KeepDeps, 'database' | 'store' | 'settings' | 'migrate' | 'log' | 'newId' | 'nowMs'>;

class UsageError extends Error {}

const commonOptions = {
  rate: { type: 'string' },
  afresh: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Runs the command and returns the exit code. */
export async function runKeep(tools: KeepTools): Promise<number> {
  const { output, errorOutput, signal } = tools;
  try {
    const parsed = parseCommand(tools);
    if (parsed === 'help') {
      output.write(formatKeepHelp(tools.commands));
      return exitCodes.clean;
    }
    return await tools.withFoundations((foundations) => runCommand(tools, parsed, foundations));
  } catch (error) {
    if (signal.aborted) {
      errorOutput.write('Interrupted. Run the same command again to continue.\n');
      return exitCodes.interrupted;
    }
    errorOutput.write(`${error instanceof Error ? error.message : error}\n`);
    if (error instanceof UsageError || error instanceof SettingsError) return exitCodes.usage;
    return exitCodes.failed;
  }
}

interface ParsedCommand {
  readonly command: KeepCommand;
  readonly options: Record<string, string | boolean | undefined>;
  readonly operands: readonly string[];
  readonly bytesPerSecond: number | undefined;
}

function parseCommand({ words, commands }: KeepTools): ParsedCommand | 'help' {
  const [name, ...rest] = words;
  if (name === undefined || ['help', '--help', '-h'].includes(name)) return 'help';
  const command = commands.find((one) => one.name === name);
  if (!command) {
    throw new UsageError(`There is no command 'keep ${name}'. './holdfast keep --help' lists the commands.`);
  }
  const { options, operands } = parseOptions(command, rest);
  if (options.help) return 'help';
  const { rate } = options;
  // Parses the option with the settings parser, so that options and settings have the same error messages.
  const { bytesPerSecond } = readSettings(
    { '--rate': typeof rate === 'string' ? rate : undefined },
    { bytesPerSecond: { kind: 'bytes', name: '--rate', min: 1_000 } },
  );
  return { command, options, operands, bytesPerSecond };
}

function parseOptions(
  command: KeepCommand,
  words: readonly string[],
): Pick<ParsedCommand, 'options' | 'operands'> {
  try {
    const options = { ...commonOptions, ...command.options };
    const allowPositionals = command.takesOperands === true;
    const { values, positionals } = parseArgs({ args: [...words], options, strict: true, allowPositionals });
    return { options: values as ParsedCommand['options'], operands: positionals };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function runCommand(
  tools: KeepTools,
  parsed: ParsedCommand,
  foundations: Foundations,
): Promise<number> {
  const { command, options, operands, bytesPerSecond } = parsed;
  const line = options.quiet
    ? undefined
    : createProgressLine({ nowMs: foundations.nowMs, output: tools.errorOutput });
  const observe: JobObserver = { advanced: (job, progress) => line?.show(job, progress) };
  const deps: KeepDeps = {
    ...foundations,
    bytesPerSecond,
    signal: tools.signal,
    runJob: async (job: Job) => {
      const run = { signal: tools.signal, afresh: options.afresh === true };
      const outcome = await runJob({ ...foundations, observe }, job, run);
      if (!outcome.ran) throw new JobAlreadyRunningError(job.name);
      return outcome.progress;
    },
  };
  try {
    if (command.makesTables !== true) await foundations.migrate();
    const result = await command.run(deps, options, operands);
    line?.close();
    writeResult(tools, options, result);
    return result.clean ? exitCodes.clean : exitCodes.found;
  } finally {
    line?.close();
  }
}

function writeResult({ output }: KeepTools, options: ParsedCommand['options'], result: KeepResult): void {
  if (options.json) output.write(`${JSON.stringify(result.json)}\n`);
  else if (!options.quiet || !result.clean) output.write(`${result.lines.join('\n')}\n`);
}

export function formatKeepHelp(commands: readonly KeepCommand[]): string {
  const width = Math.max(10, ...commands.map(({ name }) => name.length));
  const list = commands.map(({ name, about }) => `  ./holdfast keep ${name.padEnd(width)} ${about}`);
  const own = commands.flatMap(({ name, help }) => [
    `${name}`,
    ...help.split('\n').map((line) => `  ${line}`),
    '',
  ]);
  return `holdfast keep: checks, repairs and maintains the stored content and the index

Usage
${list.join('\n')}

The commands access the database and the object store directly, not through the service. The service may run, unless the
help of a command says otherwise. The settings of the service (DATABASE_URL, OBJECT_STORE, S3_…) name the database and
the store; without DATABASE_URL, those in the data folder of 'npm start' are used. If a command is interrupted, run it
again: it continues where it stopped. The service also runs these jobs on a schedule; only one process at a time runs a
job.

./holdfast keep mirror --from URL copies the artifacts of another node to this node. It uses the services of both nodes;
'./holdfast keep mirror --help' explains it.

${own.join('\n')}Options of all commands
  --data DIR     data folder of 'npm start', if it is not the default
  --rate BYTES   maximum bytes to read and write per second, e.g. 20MiB
  --afresh       start from the beginning, even if an interrupted run could be continued
  --json         print the result as JSON
  --quiet        show no progress, and print nothing unless a problem is found
  -h, --help     print this text

Exit code
  0  done, no problems
  1  done, but problems were found
  2  the command or an option is invalid
  3  the command failed
`;
}
