// The field's own canonicaliser, run beside ours: installed from PyPI once, into a folder of its own.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './env.ts';

const version = '0.3.1';

/** Its answer for each URL, undefined where it raises an error; or why it cannot be asked. */
export type PythonSurt = { keys(urls: string[]): (string | undefined)[] } | { missing: string };

export function pythonSurt(): PythonSurt {
  const python = join(cacheFolder(), `surt-${version}`, 'bin', 'python');
  const missing = existsSync(python) ? undefined : install();
  return missing === undefined ? { keys: (urls) => ask(python, urls) } : { missing };
}

/** Why it could not be installed, or undefined. */
function install(): string | undefined {
  const folder = join(cacheFolder(), `surt-${version}`);
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(cacheFolder(), { recursive: true });
  const pip = ['-m', 'pip', '--quiet', '--retries', '0', '--timeout', '5', 'install', '--target'];
  const steps = [
    ['python3', '-m', 'venv', unfinished],
    [join(unfinished, 'bin', 'python'), ...pip, join(unfinished, 'surt'), `surt==${version}`],
  ];
  for (const [command, ...args] of steps) {
    const { status, error, stderr } = spawnSync(command!, args, { timeout: 20_000, encoding: 'utf8' });
    if (status === 0) continue;
    rmSync(unfinished, { recursive: true, force: true });
    return error?.message ?? stderr.trim().split('\n').at(-1);
  }
  try {
    renameSync(unfinished, folder);
  } catch {
    // Another run was faster; its copy is as good.
    rmSync(unfinished, { recursive: true });
  }
  return undefined;
}

const program = `
import json, sys
sys.path.insert(0, sys.argv[1])
from surt import surt
for line in sys.stdin:
    try:
        key = surt(json.loads(line))
    except Exception:
        key = None
    print(json.dumps(key))
`;

function ask(python: string, urls: string[]): (string | undefined)[] {
  const input = urls.map((url) => `${JSON.stringify(url)}\n`).join('');
  const packages = join(python, '..', '..', 'surt');
  const { status, stdout, stderr } = spawnSync(python, ['-c', program, packages], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`python surt failed: ${stderr}`);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as string | null) ?? undefined);
}
