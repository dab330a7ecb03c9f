// `holdfast aus` at a terminal: the service that it is for, and what it is given.
import { randomUUID } from 'node:crypto';
import { askLine, sources } from '@holdfast/cli-kit';
import type { AusCommand } from './aus/aus-arguments.ts';
import { runAus } from './aus/aus-command.ts';
import { configOf, type Terminal } from './connect.ts';
import type { CliEnvironment } from './env.ts';

/** Resolves to the exit code. Throws `UsageError`. */
export async function ausAtTerminal(
  terminal: Terminal,
  environment: CliEnvironment,
  command: AusCommand,
  signal: AbortSignal,
): Promise<number> {
  const { input, output, errorOutput } = terminal;
  const service = await configOf(terminal, environment, { ...command, configUrl: command.url });
  const isAttended = input.isTTY && errorOutput.isTTY;
  const tools = {
    output,
    errorOutput,
    nowMs: () => performance.now(),
    randomId: randomUUID,
    sources: (files: readonly string[]) => sources(files, input),
    ask: isAttended ? (question: string) => askLine(input, errorOutput, question) : undefined,
  };
  try {
    return await runAus(tools, service, command, signal);
  } finally {
    service.client.close();
  }
}
