// The program behind `npm start`: passes environment, signals and terminal of this process to the standalone.
import { randomInt } from 'node:crypto';
import { checkAllSettings } from './checked-settings.ts';
import { readEnvironment } from './env.ts';
import { runStandalone } from './run.ts';
import { StartupError } from './startup-error.ts';
import { watchStopSignals } from './stop-signals.ts';

// Ignores write errors: a closed terminal must not stop the services abruptly.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

const signals = watchStopSignals(() => performance.now(), process);
// After a forced stop, this process exits one second later. By then all other processes have been killed.
signals.force.addEventListener('abort', () => setTimeout(() => process.exit(1), 1_000));

const say = (words: string) => void process.stdout.write(`${words}\n`);
try {
  const { environment, projectFolder } = readEnvironment();
  const checked = await checkAllSettings(environment, projectFolder);
  for (const sentence of checked.misspelt) say(sentence);
  await runStandalone({ say, randomInt, environment, projectFolder, signals }, checked);
  process.exit(0);
} catch (error) {
  process.stderr.write(
    `${error instanceof StartupError ? error.message : ((error as Error)?.stack ?? error)}\n`,
  );
  process.exit(1);
}
