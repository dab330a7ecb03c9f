// Entry point of `npm start`. Passes this process's environment, signals and terminal to the standalone program.
import { randomInt } from 'node:crypto';
import { checkAllSettings } from './checked-settings.ts';
import { readEnvironment } from './env.ts';
import { runStandalone } from './run.ts';
import { StartupError } from './startup-error.ts';
import { watchStopSignals } from './stop-signals.ts';

// Ignores write errors, because a closed terminal must not end the process without an orderly stop.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

const signals = watchStopSignals(() => performance.now(), process);
// Exits one second after a forced stop. All child processes have been killed by then.
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
