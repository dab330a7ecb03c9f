// Entry point of `npm start`: runs the standalone program with this process's environment, signals and terminal.
import { randomInt } from 'node:crypto';
import { checkAllSettings } from './checked-settings.ts';
import { readEnvironment } from './env.ts';
import { runStandalone } from './run.ts';
import { StartupError } from './startup-error.ts';
import { watchStopSignals } from './stop-signals.ts';

// Ignores write errors: even if the terminal is closed, the process must stop in order.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

const signals = watchStopSignals(() => performance.now(), process);
// Exits a second after a forced stop. By then, all child processes have been killed.
signals.force.addEventListener('abort', () => setTimeout(() => process.exit(1), 1_000));

const printLine = (words: string) => void process.stdout.write(`${words}\n`);
try {
  const { environment, projectFolder } = readEnvironment();
  const checked = await checkAllSettings(environment, projectFolder);
  for (const sentence of checked.misspelt) printLine(sentence);
  await runStandalone({ say: printLine, randomInt, environment, projectFolder, signals }, checked);
  process.exit(0);
} catch (error) {
  process.stderr.write(
    `${error instanceof StartupError ? error.message : ((error as Error)?.stack ?? error)}\n`,
  );
  process.exit(1);
}
