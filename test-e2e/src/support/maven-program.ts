// Compiles a Java test program with dependencies from Maven Central. Caches the result until the sources change.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installCachedTool } from '@holdfast/testkit';

const makeTimeoutMs = 15 * 60_000;
const run = promisify(execFile);
/** File that lists the paths of the dependencies in Maven's local repository. */
const LIBRARIES = 'class-path.txt';

/**
 * Returns the class path of the program, or the reason why the program is not available. `name`: name of its cache
 * folder.
 */
export async function compileMavenProgram(
  name: string,
  sources: string,
): Promise<{ classPath: string } | { missing: string }> {
  try {
    await run('java', ['-version']);
    await run('mvn', ['--version']);
    const home = await installCachedTool({
      name: `${name}-${await hashSources(sources)}`,
      make: (folder) => make(name, sources, folder),
      makeTimeoutMs,
    });
    const libraries = (await readFile(join(home, LIBRARIES), 'utf8')).trim();
    return { classPath: `${join(home, 'target/classes')}:${libraries}` };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'there is no java or no mvn on this machine' : message.split('\n')[0];
    return { missing: `${name} cannot be run: ${reason}` };
  }
}

async function make(name: string, sources: string, folder: string): Promise<void> {
  process.stderr.write(`fetching what ${name} needs, and compiling it, once\n`);
  await cp(sources, folder, { recursive: true });
  const goals = ['compile', 'dependency:build-classpath', `-Dmdep.outputFile=${LIBRARIES}`];
  await run('mvn', ['--batch-mode', '--quiet', ...goals], { cwd: folder, timeout: makeTimeoutMs });
}

async function hashSources(sources: string): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(sources, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 12);
}
