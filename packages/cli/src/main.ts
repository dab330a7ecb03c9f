// The program `holdfast`: runs the CLI with this process's terminal, environment and signals.
import { runCli } from './cli.ts';
import { readEnvironment } from './env.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
// Stops the command without an error when the reader of a pipe (such as `head`) closes it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') stopping.abort();
});

const terminal = { input: process.stdin, output: process.stdout, errorOutput: process.stderr };
process.exitCode = await runCli(terminal, readEnvironment(), process.argv.slice(2), stopping.signal);
// Exits explicitly after an interruption, because opening a named pipe blocks and would keep the process alive.
if (stopping.signal.aborted) process.exit();
