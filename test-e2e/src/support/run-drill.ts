// A drill as a program of its own: what it started is stopped at its end, and its exit code tells how it went.
import { runCleanups } from '@holdfast/testkit';

export async function runDrill(drill: () => Promise<void>): Promise<void> {
  let failed = false;
  try {
    await drill();
  } catch (error) {
    failed = true;
    console.error(error);
  }
  await runCleanups();
  console.log(failed ? 'The drill failed.' : 'The drill passed.');
  process.exit(failed ? 1 : 0);
}
