// The environment of the tests, read here alone.
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where tools that tests compare us with are kept between runs. */
export function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'holdfast');
}
