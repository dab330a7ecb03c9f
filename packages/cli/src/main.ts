// The program `holdfast`: passes the terminal, environment and signals of this process to the command line.
import { runCli } from './cli.ts';
import { readEnvironment } from './env.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
// Stops the command without an error if a reader such as `head` closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') stopping.abort();
});

const terminal = { input: process.stdin, output: process.stdout, errorOutput: process.stderr };
process.exitCode = await runCli(terminal, readEnvironment(), process.argv.slice(2), stopping.signal);
// Exits explicitly after an interruption, because a pipe that no writer has opened would keep the process alive.
if (stopping.signal.aborted) process.exit();
