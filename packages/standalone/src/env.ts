// Environment variables and project folder of the standalone program.
import { fileURLToPath } from 'node:url';

export function readEnvironment(): { environment: NodeJS.ProcessEnv; projectFolder: string } {
  return { environment: process.env, projectFolder: fileURLToPath(new URL('../../..', import.meta.url)) };
}
