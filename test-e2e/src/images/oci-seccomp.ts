// Provides the default seccomp profile of container engines, which Kubernetes calls `RuntimeDefault`. Downloads the
// profile from a Go module of the Moby project.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder } from '@holdfast/testkit';

const MODULE = 'github.com/moby/profiles/seccomp@v0.3.0';
const DOWNLOAD_MS = 120_000;

/** Rule of Moby's profile. A container without capabilities gets no rule that `includes` a capability. */
interface ProfileRule {
  readonly names: readonly string[];
  readonly action: string;
  readonly args?: readonly object[];
  readonly errnoRet?: number;
  readonly includes?: { readonly caps?: readonly string[]; readonly arches?: readonly string[] };
  readonly excludes?: { readonly arches?: readonly string[] };
}

/** Returns the profile in the format of container runtimes, for this processor and a container without capabilities. */
export async function loadSeccompProfile(): Promise<object> {
  const cwd = await createTemporaryFolder();
  const options = { cwd, timeout: DOWNLOAD_MS };
  const { stdout } = await promisify(execFile)('go', ['mod', 'download', '-json', MODULE], options);
  const file = join((JSON.parse(stdout) as { Dir: string }).Dir, 'default.json');
  const { syscalls, defaultAction, defaultErrnoRet } = JSON.parse(await readFile(file, 'utf8')) as {
    readonly syscalls: readonly ProfileRule[];
    readonly defaultAction: string;
    readonly defaultErrnoRet: number;
  };
  const [name, constant] =
    process.arch === 'arm64' ? ['arm64', 'SCMP_ARCH_AARCH64'] : ['amd64', 'SCMP_ARCH_X86_64'];
  return {
    ...{ defaultAction, defaultErrnoRet },
    architectures: [constant],
    syscalls: syscalls
      .filter(
        ({ includes = {}, excludes = {} }) =>
          (includes.caps ?? []).length === 0 &&
          (includes.arches?.includes(name!) ?? true) &&
          !excludes.arches?.includes(name!),
      )
      .map((rule) => ({
        names: rule.names,
        action: rule.action,
        ...(rule.args && rule.args.length > 0 && { args: rule.args }),
        ...(rule.errnoRet !== undefined && { errnoRet: rule.errnoRet }),
      })),
  };
}
