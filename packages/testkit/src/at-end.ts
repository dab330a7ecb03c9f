// What a test file made is undone when the file is through, after all its own afterAll hooks, whether it passed or not.
// The Jest environment beside this package (jest/environment.mjs) does it.

type Cleanup = () => unknown;

const registry = Symbol.for('holdfast.testkit.cleanups');

/** Last registered, first run. Usable anywhere: at module level, in hooks, in tests. */
export function atEndOfFile(cleanup: Cleanup): void {
  const shared = globalThis as { [registry]?: Cleanup[] };
  shared[registry] ??= [];
  shared[registry].push(cleanup);
}

/** Runs them all now: for programs that are no test files. */
export async function runCleanups(): Promise<void> {
  const cleanups = (globalThis as { [registry]?: Cleanup[] })[registry] ?? [];
  while (cleanups.length > 0) await cleanups.pop()!();
}
