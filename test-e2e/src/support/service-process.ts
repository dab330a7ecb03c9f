// Starts one of Holdfast's programs from the build. If HOLDFAST_E2E_IMAGES is set, starts the program from that folder
// of image contents instead, confined as in a container: unprivileged, read-only, and with only the documented
// variables.
import { appendFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type StartedProcess, startProcess } from '@holdfast/testkit';
import { readImagesFolder } from './env.ts';

export type LaunchableProgram = 'repository-service' | 'config-service' | 'bridge' | 'keep';
export type ProcessVariables = Readonly<Record<string, string | undefined>>;

const project = fileURLToPath(new URL('../../..', import.meta.url));
/** `launcher`: start script of the image. Undefined for a program that the command line of the image starts. */
const builds: Record<LaunchableProgram, { main: string; image: string; launcher?: string }> = {
  'repository-service': {
    main: 'services/repository-service/dist/main.js',
    image: 'repository-service',
    launcher: 'repository-service',
  },
  'config-service': {
    main: 'services/config-service/dist/main.js',
    image: 'config-service',
    launcher: 'config-service',
  },
  bridge: { main: 'services/bridge/dist/main.js', image: 'bridge', launcher: 'bridge' },
  keep: { main: 'services/repository-service/dist/keep.js', image: 'repository-service' },
};

/**
 * Environment variables that only the tests need: Node options for heap measurements, and a folder for temporary files.
 */
const instruments = ['NODE_OPTIONS', 'TMPDIR'];

export interface ProgramLaunch {
  words?: readonly string[];
  /** Folder of another build of the project. Its programs run unconfined. */
  build?: string | undefined;
}

/** Starts a program. Resolves when the process exists, possibly before it listens. */
export async function startProgram(
  program: LaunchableProgram,
  env: ProcessVariables,
  { words = [], build }: ProgramLaunch = {},
): Promise<StartedProcess> {
  const { main, image, launcher } = builds[program];
  const images = readImagesFolder();
  if (images === undefined || build !== undefined) {
    const folder = build ?? project;
    const { nodeFlags, nodeEnvironment } = await nodeOptionsOf(folder);
    const settings = { ...nodeEnvironment, ...env };
    return startProcess(process.execPath, [...nodeFlags, `${folder}/${main}`, ...words], { env: settings });
  }
  const given = withoutUndefined(env);
  refuseUndocumented(given);
  const { startConfined } = await import('../images/confined.ts');
  const { grantAccess, spool } = await import('../images/grants.ts');
  const settings = program === 'keep' ? given : { SPOOL_DIR: await spool(), WORKERS: '1', ...given };
  const volumes = await grantAccess(settings, words);
  recordStart(program);
  const folder = `${images}/${image}`;
  if (launcher !== undefined)
    return startConfined({
      folder,
      volumes,
      env: settings,
      command: [`${folder}/bin/${launcher}`, ...words],
    });
  const { nodeFlags, nodeEnvironment } = await nodeOptionsOf(project);
  return startConfined({
    folder,
    volumes,
    env: { HOME: '/', ...nodeEnvironment, ...settings },
    command: [`${folder}/bin/node`, ...nodeFlags, `${folder}/${main}`, ...words],
  });
}

interface NodeOptions {
  readonly nodeFlags: readonly string[];
  /** Environment variables that the build sets for Node. Undefined in older builds, which set none. */
  readonly nodeEnvironment?: Readonly<Record<string, string>>;
}

/** Reads the Node options with which a build runs its services. */
function nodeOptionsOf(folder: string): Promise<NodeOptions> {
  return import(`${folder}/packages/standalone/dist/node-flags.js`) as Promise<NodeOptions>;
}

function withoutUndefined(env: ProcessVariables): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function refuseUndocumented(env: Readonly<Record<string, string>>): void {
  const page = readFileSync(`${project}/docs/settings.md`, 'utf8');
  const documented = (name: string) =>
    page.includes(`\`${name}\``) || page.includes(`\`${name.replace(/_FILE$/, '')}\``);
  const unknown = Object.keys(env).filter((name) => !documented(name) && !instruments.includes(name));
  if (unknown.length > 0) throw new Error(`no documented settings: ${unknown.join(', ')}`);
}

/** Records which test file ran which program from the images, for the report of `npm run test:images`. */
export function recordStart(program: LaunchableProgram): void {
  const { expect } = globalThis as { expect?: { getState(): { testPath?: string } } };
  const file = expect?.getState().testPath?.slice(project.length) ?? 'no test';
  appendFileSync(`${readImagesFolder()}/started`, `${program}\t${file}\n`);
}
