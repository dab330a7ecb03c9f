// Runs pywb's own tests from PyPI with a different index and different archives.
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  createTemporaryFolder,
  type InstalledTool,
  installCachedTool,
  installPythonTool,
  installPywbWith,
  PYWB_VERSION,
} from '@holdfast/testkit';

const requirements = fileURLToPath(new URL('tests-requirements.txt', import.meta.url));

/** Installs a Python environment that can run pywb's tests. */
export const installTestPywb = (): Promise<InstalledTool> =>
  installPythonTool({
    name: 'pywb-tests',
    version: PYWB_VERSION,
    module: 'pytest, webtest, mock, pywb',
    install: installPywbWith(requirements),
  });

/** Downloads and unpacks pywb's source distribution. Returns its folder. */
export function unpackPywbSources(python: string): Promise<string> {
  return installCachedTool({
    name: `pywb-${PYWB_VERSION}-sources`,
    makeTimeoutMs: 120_000,
    make: async (folder) => {
      await mkdir(folder);
      const download = ['-m', 'pip', '--quiet', 'download', '--no-deps', '--no-binary', ':all:'];
      await run(python, [...download, '--no-build-isolation', '--dest', folder, `pywb==${PYWB_VERSION}`]);
      await run('tar', [
        '-xzf',
        join(folder, `pywb-${PYWB_VERSION}.tar.gz`),
        '-C',
        folder,
        '--strip-components=1',
      ]);
    },
  });
}

export interface PywbOwnTests {
  readonly python: string;
  readonly sources: string;
  /** File names in pywb's folder `tests/`, without `.py`. */
  readonly files: readonly string[];
  /** Replacement for each index or archive path in pywb's test configurations. */
  readonly paths: Readonly<Record<string, string>>;
  /** Content of `.netrc` for the user who runs the tests. */
  readonly netrc: string;
}

export interface PywbTestOutcome {
  readonly passed: number;
  /**
   * Sorted names of failed tests, such as `test_integration::test_home`. Test parameters are removed, so a name may
   * occur several times.
   */
  readonly failed: string[];
}

/**
 * Runs the tests. Changes only the index and archive paths in their configurations, and skips tests that need live web
 * pages.
 */
export async function runOwnTests({
  python,
  sources,
  files,
  paths,
  netrc,
}: PywbOwnTests): Promise<PywbTestOutcome> {
  const folder = join(await createTemporaryFolder(), 'pywb');
  await cp(sources, folder, { recursive: true });
  await writeFile(join(folder, '.netrc'), netrc);
  await chmod(join(folder, '.netrc'), 0o600);
  for (const name of ['config_test.yaml', 'config_test_redirect_classic.yaml']) {
    const path = join(folder, 'tests', name);
    let text = await readFile(path, 'utf8');
    for (const [from, to] of Object.entries(paths)) text = text.replaceAll(from, to);
    await writeFile(path, text);
  }
  const pytest = [
    '-m',
    'pytest',
    '-q',
    '--no-header',
    '-p',
    'no:cacheprovider',
    '-W',
    'ignore',
    '--tb=no',
    '-rA',
    '-k',
    'not live',
  ];
  const tests = files.map((file) => `tests/${file}.py`);
  const user = [`HOME=${folder}`, `NETRC=${join(folder, '.netrc')}`, 'no_proxy=*'];
  const { stdout } = await run('env', [...user, python, ...pytest, ...tests], { cwd: folder });
  const lines = [...stdout.matchAll(/^(PASSED|FAILED|ERROR) tests\/(\w+)\.py::\w+::(\w+)/gm)];
  const failed = lines
    .filter(([, outcome]) => outcome !== 'PASSED')
    .map(([, , file, name]) => `${file}::${name}`);
  return { passed: lines.length - failed.length, failed: failed.sort() };
}

/** Runs a command. Accepts exit code 1, which pytest returns if a test fails. */
async function run(command: string, args: string[], options = {}): Promise<{ stdout: string }> {
  try {
    return await promisify(execFile)(command, args, { maxBuffer: 2 ** 24, ...options });
  } catch (error) {
    const failure = error as { code?: unknown; stdout?: string };
    if (args.includes('pytest') && failure.code === 1) return { stdout: failure.stdout ?? '' };
    throw error;
  }
}
