// Reads the environment; no other file does.
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Folder for files that are kept between runs. */
export function readCacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'holdfast', 'bench');
}

/** Number of processes of each service and of its competitors: WORKERS, default 1. */
export function readWorkers(): number {
  return Number(process.env.WORKERS || 1);
}

/** Environment of programs that are started here. */
export function readInheritedEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}

/** Path of OutbackCDX, if the environment names it. */
export function readOutbackCdxJar(): string | undefined {
  return process.env.OUTBACKCDX_JAR || undefined;
}
