// A Java program of ours with what it needs from Maven Central: compiled once for each state of its sources, by Maven as its
// settings say.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cachedTool } from '@holdfast/testkit';

const makeTimeoutMs = 15 * 60_000;
const run = promisify(execFile);
/** Holds the paths of what Maven keeps in its own repository. */
const LIBRARIES = 'class-path.txt';

/** The class path of the program, or why there is none, in words. `name`: of the folder that it is kept in. */
export async function mavenProgram(
  name: string,
  sources: string,
): Promise<{ classPath: string } | { missing: string }> {
  try {
    await run('java', ['-version']);
    await run('mvn', ['--version']);
    const home = await cachedTool({
      name: `${name}-${await stateOf(sources)}`,
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

async function stateOf(sources: string): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(sources, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 12);
}
