// The program `holdfast`: passes this process's terminal, environment and signals to the CLI.
import { runCli } from './cli.ts';
import { readEnvironment } from './env.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
// Stops the command without an error if the reader of the pipe (such as `head`) closes it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') stopping.abort();
});

const terminal = { input: process.stdin, output: process.stdout, errorOutput: process.stderr };
process.exitCode = await runCli(terminal, readEnvironment(), process.argv.slice(2), stopping.signal);
// Exits explicitly after an interruption. Otherwise, an open call on a named pipe without a writer keeps the process
// alive.
if (stopping.signal.aborted) process.exit();
