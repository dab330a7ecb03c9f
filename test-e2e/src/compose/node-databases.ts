// Creates the databases of docker-compose.yml on a test server.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { composeProjectFolder } from './compose-file.ts';

/**
 * Runs the database script on the server's machine and as its superuser, like the PostgreSQL image. `secrets`: folder of
 * PostgreSQL's secrets.
 */
export function initDatabases(secrets: string, url: string): void {
  const { hostname, port, username, password } = new URL(url);
  execFileSync('sh', [join(composeProjectFolder, 'k8s/components/bundled-postgresql/init-databases.sh')], {
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      PGHOST: hostname,
      PGPORT: port,
      PGPASSWORD: decodeURIComponent(password),
      POSTGRES_USER: username,
      SECRETS: secrets,
    },
  });
}

export function hasPsql(): boolean {
  try {
    execFileSync('psql', ['--version']);
    return true;
  } catch {
    return false;
  }
}
