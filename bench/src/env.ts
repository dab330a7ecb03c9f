// The environment, read here alone.
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where files that take long to make are kept between runs. */
export function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'holdfast', 'bench');
}

/** How many processes each service is, and what it is compared with: one unless WORKERS says otherwise. */
export function workers(): number {
  return Number(process.env.WORKERS || 1);
}

/** The environment of programs started here. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}

/** The program of OutbackCDX, where the environment names it. */
export function outbackCdxJar(): string | undefined {
  return process.env.OUTBACKCDX_JAR || undefined;
}

/** Room for the copy of the replay index, where the environment names it. */
export function roomForReplayCopy(): string | undefined {
  return process.env.REPLAY_COPY || undefined;
}
