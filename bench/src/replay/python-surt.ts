// Runs a Python process that computes the keys of a list of URLs repeatedly with Python's `surt`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { installSurt } from '@holdfast/testkit';

export interface PythonSurt {
  /** Computes all keys once. Resolves to the seconds that the Python process has measured. */
  pass(): Promise<number>;
  /** Returns the SHA-256 of all keys, each followed by a newline. */
  digest(): Promise<string>;
  stop(): void;
}

/** Starts the Python process. Returns `missing` with the reason if `surt` is not available. */
export async function openPythonSurt(urls: readonly string[]): Promise<PythonSurt | { missing: string }> {
  const installed = await installSurt();
  return 'missing' in installed ? installed : startPythonSurt(installed.python, urls);
}

const PROGRAM = `
import hashlib, json, sys, time
from surt import surt
urls = json.loads(sys.stdin.readline())
for key in (surt(url) for url in urls[:10000]):
    pass
print('ready', flush=True)
for line in sys.stdin:
    if line.strip() == 'digest':
        print(hashlib.sha256(''.join(surt(url) + '\\n' for url in urls).encode()).hexdigest(), flush=True)
        continue
    started = time.perf_counter()
    for url in urls:
        surt(url)
    print(time.perf_counter() - started, flush=True)
`;

async function startPythonSurt(python: string, urls: readonly string[]): Promise<PythonSurt> {
  const child = spawn(python, ['-c', PROGRAM], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child, 'spawn');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (line: string) => {
    child.stdin.write(`${line}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error('python surt ended before it answered.');
    return value;
  };
  await ask(JSON.stringify(urls));
  return {
    pass: async () => Number(await ask('pass')),
    digest: () => ask('digest'),
    stop: () => void child.kill(),
  };
}
