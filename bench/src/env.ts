// Reads environment variables. No other file of the benchmarks reads environment variables.
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Returns the folder for files that later runs reuse. */
export function readCacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'holdfast', 'bench');
}

/** Returns the number of worker processes of each service and of its competitors (WORKERS, default 1). */
export function readWorkers(): number {
  return Number(process.env.WORKERS || 1);
}

/** Returns the environment for programs that the benchmarks start. */
export function readInheritedEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}

/** Returns the path of the OutbackCDX JAR if OUTBACKCDX_JAR is set. */
export function readOutbackCdxJar(): string | undefined {
  return process.env.OUTBACKCDX_JAR || undefined;
}
