// Runs the Python package `surt` for comparisons.
import { spawnSync } from 'node:child_process';
import { installSurt } from '@holdfast/testkit';

/**
 * `keys` returns the urlkey of each URL, or undefined if Python raises an error. `missing` is the reason why the
 * package is not installed.
 */
export type PythonSurt = { keys(urls: string[]): (string | undefined)[] } | { missing: string };

export async function findPythonSurt(): Promise<PythonSurt> {
  const installed = await installSurt();
  return 'missing' in installed ? installed : { keys: (urls) => ask(installed.python, urls) };
}

const program = `
import json, sys
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
  const { status, stdout, stderr } = spawnSync(python, ['-c', program], {
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
