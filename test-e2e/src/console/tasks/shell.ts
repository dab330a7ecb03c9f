// Runs commands as a user would type them, and counts their characters. `$R` and `$C` are the addresses of the
// repository and configuration services; curl reads the login from `~/.netrc`.
import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder } from '@holdfast/testkit';
import type { TaskNode } from './task-node.ts';

export interface TypingEffort {
  readonly commands: number;
  /** Number of typed characters, including line ends. */
  readonly characters: number;
}

export class CountedShell {
  readonly #folder: string;
  readonly #beforehand: string;
  #commands = 0;
  #characters = 0;

  constructor(folder: string, variables: Readonly<Record<string, string>>) {
    this.#folder = folder;
    const set = Object.entries(variables).map(([name, value]) => `${name}='${value}'`);
    this.#beforehand = `set -o pipefail; export ${set.join(' ')}; `;
  }

  get typed(): TypingEffort {
    return { commands: this.#commands, characters: this.#characters };
  }

  /** Runs a command and returns its output. Rejects if the command fails. */
  async run(command: string): Promise<string> {
    this.#commands += 1;
    this.#characters += command.length + 1;
    const options = { cwd: this.#folder, maxBuffer: 64 << 20 };
    const { stdout } = await promisify(execFile)('bash', ['-c', this.#beforehand + command], options);
    return stdout;
  }
}

/** Opens a shell in the archive's folder. Its curl exits with an error if a service refuses the request. */
export async function openShell(node: TaskNode): Promise<CountedShell> {
  const home = await createTemporaryFolder();
  await writeFile(join(home, '.netrc'), `machine 127.0.0.1 login ${node.user} password "${node.password}"\n`);
  await chmod(join(home, '.netrc'), 0o600);
  await writeFile(join(home, '.curlrc'), 'netrc\nsilent\nshow-error\nfail\n');
  const variables = { HOME: home, R: node.repositoryUrl, C: node.configurationUrl, no_proxy: '*' };
  return new CountedShell(dirname(node.archive), variables);
}
