// What a service needs to run, in a folder: itself and our packages that it depends on, compiled, and what they depend
// on, as plain folders. The lockfile alone says which versions: nothing is resolved, and nothing fetched that an
// installation of the workspace has not brought.
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from '../bootstrap.mjs';
import { hasOwnBuild } from '../stale.mjs';
import { closureOf, membersOfWorkspace } from '../workspace.mjs';

/** Fills the folder, which is new or empty. */
export function deploy(service, folder) {
  const stage = mkdtempSync(join(tmpdir(), 'holdfast-image-'));
  try {
    const members = neededToRun(membersOfWorkspace());
    install(`@holdfast/${service}`, members, stage);
    copyModules(join(stage, 'node_modules'), join(folder, 'node_modules'));
    for (const name of closureOf([`@holdfast/${service}`], members)) {
      const own = name === `@holdfast/${service}` ? folder : join(folder, 'node_modules', name);
      const { path } = members.get(name);
      for (const part of ['package.json', 'src', 'dist']) copy(join(root, path, part), join(own, part));
      // Where two versions are needed, one stands beside who needs it.
      copyModules(join(stage, path, 'node_modules'), join(own, 'node_modules'));
    }
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** What a bundle is built from is in it. */
function neededToRun(members) {
  return new Map(
    [...members].map(([name, one]) => [name, hasOwnBuild(one.path) ? { ...one, needs: [] } : one]),
  );
}

/** A workspace that has no sources and installs for production what one of its members needs. */
function install(name, members, stage) {
  for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.pnpmfile.cjs']) {
    copy(join(root, file), join(stage, file));
  }
  for (const { path } of members.values()) {
    copy(join(root, path, 'package.json'), join(stage, path, 'package.json'));
  }
  // What is optional is Node, which is put into bin/, and what other systems need.
  const how = ['--prod', '--no-optional', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts'];
  const layout = ['--config.node-linker=hoisted', '--config.package-import-method=copy'];
  const bundles = [...members].filter(([, { path }]) => hasOwnBuild(path));
  const filters = [`--filter-prod=${name}...`, ...bundles.map(([bundle]) => `--filter-prod=!${bundle}`)];
  run('pnpm', [...filters, 'install', ...how, ...layout, '--reporter=silent'], { cwd: stage });
}

/** Without links, which stand for our own packages, and without what pnpm keeps there for itself. */
function copyModules(from, to) {
  if (!existsSync(from)) return;
  for (const name of readdirSync(from).filter((one) => !one.startsWith('.'))) {
    const path = join(from, name);
    if (lstatSync(path).isSymbolicLink()) continue;
    if (name.startsWith('@')) copyModules(path, join(to, name));
    else copy(path, join(to, name));
  }
}

function copy(from, to) {
  mkdirSync(join(to, '..'), { recursive: true });
  cpSync(from, to, { recursive: true });
}
