// Runs `holdfast aus` at a terminal: connects to the service and opens the files in the arguments.
import { randomUUID } from 'node:crypto';
import { askLine, findSources } from '@holdfast/cli-kit';
import type { AusCommand } from './aus/aus-arguments.ts';
import { runAus } from './aus/aus-command.ts';
import { connectConfig, type Terminal } from './connect.ts';
import type { CliEnvironment } from './env.ts';

/** Returns the exit code. Throws `UsageError`. */
export async function runAusAtTerminal(
  terminal: Terminal,
  environment: CliEnvironment,
  command: AusCommand,
  signal: AbortSignal,
): Promise<number> {
  const { input, output, errorOutput } = terminal;
  const service = await connectConfig(terminal, environment, { ...command, configUrl: command.url });
  const isAttended = input.isTTY && errorOutput.isTTY;
  const tools = {
    output,
    errorOutput,
    nowMs: () => performance.now(),
    randomId: randomUUID,
    sources: (files: readonly string[]) => findSources(files, input),
    ask: isAttended ? (question: string) => askLine(input, errorOutput, question) : undefined,
  };
  try {
    return await runAus(tools, service, command, signal);
  } finally {
    service.client.close();
  }
}
