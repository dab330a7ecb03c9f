// Runs a drill as a program: sets the exit code, and stops everything that the drill started, even after a signal.
import { runCleanups } from '@holdfast/testkit';

export async function runDrill(drill: () => Promise<void>): Promise<void> {
  let ending: Promise<void> | undefined;
  const end = (words: string, code: number) => {
    ending ??= runCleanups().then(() => {
      console.log(words);
      process.exit(code);
    });
    return ending;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => end(`The drill was ended by ${signal}.`, 1));
  try {
    await drill();
  } catch (error) {
    // After a signal, errors are expected because the services are being stopped.
    if (!ending) console.error(error);
    return end('The drill failed.', 1);
  }
  return end('The drill passed.', 0);
}
