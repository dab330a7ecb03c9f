// Provides promtool, Prometheus' checker of alert rules: the installed program, or the one in Debian's package, which
// is unpacked once per machine. Building promtool from source would take minutes.
import { execFile } from 'node:child_process';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installCachedTool } from '@holdfast/testkit';
import type { BuiltTool } from '../k8s/go-tool.ts';

const makeTimeoutMs = 4 * 60_000;

export async function installPromtool(): Promise<BuiltTool> {
  try {
    await run('promtool', ['--version']);
    return { program: 'promtool' };
  } catch {
    return unpackPromtool();
  }
}

async function unpackPromtool(): Promise<BuiltTool> {
  try {
    const home = await installCachedTool({ name: 'promtool-of-debian', make, makeTimeoutMs });
    return { program: join(home, 'promtool') };
  } catch (error) {
    const { code, stderr, message } = error as NodeJS.ErrnoException & { stderr?: string };
    const reason = code === 'ENOENT' ? 'no Debian packages' : (stderr || message).trim().split('\n').at(-1);
    return { missing: `there is no promtool on this machine, and ${reason}` };
  }
}

async function make(folder: string): Promise<void> {
  const scratch = join(folder, 'scratch');
  await mkdir(scratch, { recursive: true });
  const download = (...options: string[]) => run('apt-get', [...options, 'download', 'prometheus'], scratch);
  await download().catch(async () => {
    // Downloads package lists into a separate folder: the system's lists may be missing or out of date, and only root
    // may update them.
    const lists = join(scratch, 'lists');
    await mkdir(join(lists, 'partial'), { recursive: true });
    const own = ['--option', `Dir::State::Lists=${lists}`, '--option', `Dir::Cache=${scratch}`];
    await run('apt-get', [...own, 'update'], scratch);
    await download(...own);
  });
  const archive = (await readdir(scratch)).find((name) => name.endsWith('.deb'))!;
  await run('dpkg-deb', ['--extract', archive, 'unpacked'], scratch);
  await rename(join(scratch, 'unpacked/usr/bin/promtool'), join(folder, 'promtool'));
  await rm(scratch, { recursive: true });
}

async function run(program: string, args: readonly string[], cwd?: string): Promise<void> {
  await promisify(execFile)(program, args, { cwd, timeout: makeTimeoutMs });
}
