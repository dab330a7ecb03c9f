// The field's own canonicaliser as a process that makes keys of one list again and again. Installed from PyPI once.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { cachedTool } from '@holdfast/testkit';

export interface PythonSurt {
  /** All keys once: the seconds it took, by its own clock. */
  pass(): Promise<number>;
  /** SHA-256 of all keys, each with a line's end. */
  digest(): Promise<string>;
  stop(): void;
}

const version = '0.3.1';
const makeTimeoutMs = 60_000;

/** Or why it cannot be asked. */
export async function pythonSurt(urls: readonly string[]): Promise<PythonSurt | { missing: string }> {
  try {
    const folder = await cachedTool({ name: `surt-${version}`, make, makeTimeoutMs });
    return await start(folder, urls);
  } catch (error) {
    return { missing: (error as Error).message.trim().split('\n').at(-1)! };
  }
}

/** As the tests of the surt package make it, who share it. */
async function make(folder: string): Promise<void> {
  const run = (command: string, ...args: string[]) =>
    promisify(execFile)(command, args, { timeout: makeTimeoutMs });
  await run('python3', '-m', 'venv', folder);
  const pip = ['-m', 'pip', '--quiet', '--retries', '0', '--timeout', '10', 'install'];
  await run(join(folder, 'bin', 'python'), ...pip, '--target', join(folder, 'surt'), `surt==${version}`);
}

const program = `
import hashlib, json, sys, time
sys.path.insert(0, sys.argv[1])
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

async function start(folder: string, urls: readonly string[]): Promise<PythonSurt> {
  const child = spawn(join(folder, 'bin', 'python'), ['-c', program, join(folder, 'surt')], {
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
