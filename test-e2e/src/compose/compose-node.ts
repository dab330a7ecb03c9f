// Runs the containers of docker-compose.yml without Docker: the programs of the image folders as an unprivileged user, on
// read-only file systems, with exactly the environment, the volumes and the memory limits of the file. Only addresses and
// ports differ.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder, findFreePort, type StartedProcess } from '@holdfast/testkit';
import { buildImage, type ImageName } from '../images/built-image.ts';
import {
  type ConfinedProgram,
  confinedUid,
  formatConfinedCommand,
  startConfined,
} from '../images/confined.ts';
import { createMemoryGroup } from '../images/memory-group.ts';
import {
  type ComposeService,
  composeProjectFolder,
  parseComposeFile,
  readComposeFile,
} from './compose-file.ts';

/** Ports on this machine that replace the ports of the containers. */
export interface NodePorts {
  readonly 'repository-service': number;
  readonly 'config-service': number;
}

/** Folders of the images that this test file has built, by name and tag. */
const images = new Map<string, string>();

export class ComposeNode {
  readonly #services: Readonly<Record<string, ComposeService>>;

  /** Folder that contains a folder for every volume, and a copy of the folder `config`. */
  readonly folder: string;
  readonly ports: NodePorts;
  /** Lines of `.env`. */
  readonly #settings: Readonly<Record<string, string>>;

  private constructor(folder: string, ports: NodePorts, settings: Readonly<Record<string, string>>) {
    this.folder = folder;
    this.ports = ports;
    this.#settings = settings;
    this.#services = parseComposeFile(readComposeFile(), settings).services;
  }

  /**
   * Creates the volumes with the command of the container `prepare`, and builds the images. `settings`: lines of
   * `.env`. `secrets`: files of `config/secrets`.
   */
  static async create(
    settings: Readonly<Record<string, string>> = {},
    secrets: Readonly<Record<string, string>> = {},
  ): Promise<ComposeNode> {
    const folder = await createTemporaryFolder();
    chmodSync(folder, 0o755);
    const ports = {
      'repository-service': await findFreePort(),
      'config-service': await findFreePort(),
    };
    const node = new ComposeNode(folder, ports, settings);
    for (const { volumes } of Object.values(node.#services))
      for (const volume of volumes.map((one) => node.#toHostPath(one)))
        if (!existsSync(volume)) mkdirSync(volume, { recursive: true, mode: 0o755 });
    cpSync(join(composeProjectFolder, 'config'), join(folder, 'config'), { recursive: true });
    for (const [name, text] of Object.entries(secrets))
      writeFileSync(join(folder, 'config/secrets', name), text, { mode: 0o600 });
    const [script = ''] = node.#services.prepare!.command!;
    const commands = node
      .#translate(
        'prepare',
        script.replaceAll('$$', () => '$'),
      )
      .split('\n');
    const isRoot = confinedUid !== process.getuid?.();
    execFileSync('sh', ['-euc', commands.filter((line) => isRoot || !/^chown /.test(line)).join('\n')]);
    for (const name of ['spool-repository-service', 'spool-config-service', 'spool-cli'])
      if (isRoot) execFileSync('chown', [String(confinedUid), join(folder, name)]);
    for (const { image } of Object.values(node.#services)) {
      const [, name] = /^holdfast\/(repository-service|config-service|cli):/.exec(image) ?? [];
      if (name !== undefined && !images.has(image)) {
        images.set(image, await buildImage(name as ImageName));
      }
    }
    return node;
  }

  /** Replaces the address of PostgreSQL in the secrets. */
  useDatabase(port: string): void {
    for (const service of ['repository-service', 'config-service']) {
      const file = join(this.folder, 'secrets', service, 'database-url');
      writeFileSync(file, readFileSync(file, 'utf8').replace(/@[^/]+\//, `@127.0.0.1:${port}/`));
    }
  }

  /** Starts a service as `docker compose up` does. Resolves when it is ready. */
  async start(name: keyof NodePorts): Promise<StartedProcess> {
    const metricsPort = await findFreePort();
    const prefix = name === 'repository-service' ? 'REPOSITORY' : 'CONFIG';
    const memory = await createMemoryGroup(parseSize(this.#services[name]!.mem_limit!));
    const started = await startConfined({
      ...this.#buildProgram(name, [join(this.#imageOf(name), 'bin', name)], {
        [`${prefix}_METRICS_PORT`]: String(metricsPort),
      }),
      memory,
    });
    await started.answers(`http://127.0.0.1:${metricsPort}/readyz`, 120_000);
    return started;
  }

  /** Runs the command of a container that exits, such as `replay-user`. */
  async runOnce(name: string): Promise<string> {
    const { command = [] } = this.#services[name]!;
    const words = command.map((word) => this.#translate(name, word));
    const program = await startConfined(
      this.#buildProgram(name, [join(this.#imageOf(name), 'bin/holdfast'), ...words]),
    );
    const { code } = await program.exited;
    if (code !== 0) throw new Error(`${name} ended with ${code}: ${program.output()}`);
    return program.output();
  }

  /**
   * Writes a program `docker` that runs `docker compose exec` and `docker compose run` in this node. Returns its folder.
   */
  writeDocker(): string {
    const bin = join(this.folder, 'docker-bin');
    mkdirSync(bin);
    const words = (name: string, command: string) =>
      formatConfinedCommand(this.#buildProgram(name, [command]));
    const containers = Object.fromEntries(
      ['repository-service', 'config-service', 'cli'].map((name) => [
        name,
        { exec: words(name, ''), run: words(name, join(this.#imageOf(name), 'bin/holdfast')) },
      ]),
    );
    const paths = Object.fromEntries(Object.keys(containers).map((name) => [name, this.#listMounts(name)]));
    const text = `#!${process.execPath}
const { spawnSync } = require('node:child_process');
const containers = ${JSON.stringify(containers)};
const paths = ${JSON.stringify(paths)};
const words = process.argv.slice(2).filter((word) => !['-T', '--rm'].includes(word));
const [compose, kind, name, ...rest] = words;
if (compose !== 'compose' || !['exec', 'run'].includes(kind)) throw new Error('not run here: docker ' + words.join(' '));
const here = rest.map((word) => paths[name].reduce((text, [from, to]) => text === from || text.startsWith(from + '/') ? to + text.slice(from.length) : text, word));
const command = containers[name][kind];
const all = kind === 'exec' ? [...command.slice(0, -1), ...here] : [...command, ...here];
const { status } = spawnSync(all[0], all.slice(1), { stdio: 'inherit', cwd: '/' });
process.exit(status ?? 1);
`;
    writeFileSync(join(bin, 'docker'), text, { mode: 0o755 });
    return bin;
  }

  /** Returns a container's environment with paths and addresses of this machine. */
  environmentOf(name: string): Record<string, string> {
    const { environment = {}, env_file: files = [] } = this.#services[name]!;
    const given = {
      ...this.#readImageVariables(name),
      ...(files.length > 0 && this.#settings),
      ...environment,
    };
    const translated = Object.entries(given).map(([key, value]) => [key, this.#translate(name, value)]);
    const own = Object.fromEntries(translated) as Record<string, string>;
    for (const key of ['HOST', 'METRICS_HOST']) if (key in own) own[key] = '127.0.0.1';
    return {
      ...own,
      REPOSITORY_PORT: String(this.ports['repository-service']),
      CONFIG_PORT: String(this.ports['config-service']),
    };
  }

  #buildProgram(
    name: string,
    command: readonly string[],
    more: Record<string, string> = {},
  ): ConfinedProgram {
    const volumes = this.#services[name]!.volumes.filter((volume) => !volume.endsWith(':ro'));
    return {
      folder: this.#imageOf(name),
      volumes: volumes.map((volume) => this.#toHostPath(volume)),
      env: { ...this.environmentOf(name), ...more },
      command,
    };
  }

  #imageOf(name: string): string {
    return images.get(this.#services[name]!.image)!;
  }

  /** Returns the variables of the image, from its Dockerfile. */
  #readImageVariables(name: string): Record<string, string> {
    const { dockerfile } = this.#services[name]!.build!;
    const text = readFileSync(join(composeProjectFolder, dockerfile), 'utf8').replaceAll(/\\\n/g, ' ');
    const [, words = ''] = /^ENV (.+)$/m.exec(text) ?? [];
    const all = words.split(/\s+/).map((word) => word.split('=') as [string, string]);
    return Object.fromEntries(all.map(([key, value]) => [key, value.replace('$PATH', '/usr/bin:/bin')]));
  }

  /** Returns pairs of a path in the container and its path on this machine, longest first. */
  #listMounts(name: string): [string, string][] {
    const mounts = this.#services[name]!.volumes.map((volume): [string, string] => [
      volume.split(':')[1]!,
      this.#toHostPath(volume),
    ]);
    const image = images.get(this.#services[name]!.image);
    if (image !== undefined) mounts.push(['/holdfast', image]);
    if (name === 'prepare') mounts.push(['/secrets', join(this.folder, 'secrets')]);
    return mounts.sort(([a], [b]) => b.length - a.length);
  }

  #toHostPath(volume: string): string {
    const [source = ''] = volume.split(':');
    if (source === './config') return join(this.folder, 'config');
    if (source.startsWith('./')) return join(composeProjectFolder, source);
    return join(this.folder, source.replace(/^secrets-/, 'secrets/'));
  }

  #translate(name: string, text: string): string {
    const mounts = this.#listMounts(name);
    const alternatives = mounts.map(([path]) => path.replaceAll(/[.]/g, '\\.')).join('|');
    const pattern = new RegExp(`(^|[\\s=:,;'"])(${alternatives})(?![\\w-])`, 'g');
    const there = new Map(mounts);
    return text
      .replaceAll(pattern, (_all, before: string, path: string) => before + there.get(path)!)
      .replaceAll(
        /(repository-service|config-service):(24610|24620)/g,
        (_all, service: keyof NodePorts) => `127.0.0.1:${this.ports[service]}`,
      );
  }
}

/** Parses a size such as `2g`. */
function parseSize(text: string): number {
  const [, number, unit] = /^(\d+)([mg])$/.exec(text)!;
  return Number(number) * 2 ** (unit === 'g' ? 30 : 20);
}
