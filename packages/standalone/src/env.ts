// Environment and project folder of this program.
import { fileURLToPath } from 'node:url';

export function readEnvironment(): { environment: NodeJS.ProcessEnv; projectFolder: string } {
  return { environment: process.env, projectFolder: fileURLToPath(new URL('../../..', import.meta.url)) };
}
