// A drill as a program of its own: what it started is stopped at its end, also when it is told to end before, and its
// exit code tells how it went.
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
    // What it was about is stopped under it.
    if (!ending) console.error(error);
    return end('The drill failed.', 1);
  }
  return end('The drill passed.', 0);
}
