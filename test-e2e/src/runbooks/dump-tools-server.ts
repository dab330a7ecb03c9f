// Starts the PostgreSQL server that is installed next to pg_dump, with its own data on a free port, until the end of
// the test file. pg_dump refuses newer servers, so both must have the same version.
import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder, findFreePort, startProcess } from '@holdfast/testkit';

export interface DumpToolsServer {
  /** Version printed by pg_dump; the server has the same version. */
  version: string;
  /** Starts the server. Resolves to the superuser's URL of the database `postgres`. */
  start(): Promise<string>;
}

const isRoot = process.getuid?.() === 0;
/** PostgreSQL refuses to run as root, and initdb needs a user that has a name. */
const nobody = 65_534;
const asNobody = isRoot ? `setpriv --reuid ${nobody} --regid ${nobody} --clear-groups --`.split(' ') : [];
const password = 'dump and restore';

/** Finds the server. Returns the reason if no server is installed. */
export function startDumpToolsServer(): DumpToolsServer | { missing: string } {
  try {
    const version = numberIn(execFileSync('pg_dump', ['--version'], { encoding: 'utf8' }));
    const bin = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
    const server = numberIn(execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }));
    if (server !== version) return { missing: `pg_dump is ${version}, the server beside it ${server}` };
    return { version, start: () => start(bin) };
  } catch (error) {
    return { missing: `no pg_dump with a server beside it (${(error as Error).message.split('\n')[0]})` };
  }
}

async function start(bin: string): Promise<string> {
  const [parent, port] = [await createTemporaryFolder(), await findFreePort()];
  await chmod(parent, 0o711);
  const [data, passwordFile] = [join(parent, 'data'), join(parent, 'password')];
  await mkdir(data);
  await writeFile(passwordFile, password);
  if (isRoot) for (const path of [data, passwordFile]) await chown(path, nobody, nobody);
  const how = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'];
  const initdb = await run([join(bin, 'initdb'), `--pgdata=${data}`, `--pwfile=${passwordFile}`, ...how]);
  const { code } = await initdb.exited;
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${initdb.output()}`);
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'fsync=off'];
  const server = await run([join(bin, 'postgres'), '-D', data, ...settings.flatMap((one) => ['-c', one])]);
  await server.says(/ready to accept connections/);
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
}

function run(command: readonly string[]) {
  const [program, ...words] = [...asNobody, ...command];
  return startProcess(program!, words, { cwd: '/' });
}

function numberIn(text: string): string {
  return /\d+(\.\d+)+/.exec(text)![0];
}
