// Clean-ups at the end of a test file. They run after the file's afterAll hooks, even if a test has failed. The Jest
// environment (jest/environment.mjs) calls them.

type Cleanup = () => unknown;

const registry = Symbol.for('holdfast.testkit.cleanups');

/** Registers a clean-up. May be called at module level, in hooks and in tests. Clean-ups run in reverse order. */
export function addCleanup(cleanup: Cleanup): void {
  const shared = globalThis as { [registry]?: Cleanup[] };
  shared[registry] ??= [];
  shared[registry].push(cleanup);
}

/** Runs all clean-ups now. For programs that are not test files, such as drills. */
export async function runCleanups(): Promise<void> {
  const cleanups = (globalThis as { [registry]?: Cleanup[] })[registry] ?? [];
  while (cleanups.length > 0) await cleanups.pop()!();
}
