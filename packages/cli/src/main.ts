// The program `holdfast`: this process's terminal, environment and signals given to the command line.
import { runCli } from './cli.ts';
import { readEnvironment } from './env.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
// `holdfast … | head`: nobody reads on; that is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') stopping.abort();
});

const terminal = { input: process.stdin, output: process.stdout, errorOutput: process.stderr };
process.exitCode = await runCli(terminal, readEnvironment(), process.argv.slice(2), stopping.signal);
// A pipe whose writer never comes would keep the process.
if (stopping.signal.aborted) process.exit();
