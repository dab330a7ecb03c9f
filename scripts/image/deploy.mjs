// Deploys programs to a folder: their compiled packages, the compiled workspace packages that they need, and third-party
// dependencies, without symbolic links. All versions come from the lockfile. Nothing is downloaded, because the
// workspace has already installed every package.
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from '../bootstrap.mjs';
import { hasOwnBuild } from '../stale.mjs';
import { addDependencies, listWorkspaceMembers } from '../workspace.mjs';

/**
 * Deploys the packages to the folder, which must be new or empty. `paths`: folders of the packages with programs, which
 * are the same in the image as in the project.
 */
export function deployPackages(paths, folder) {
  const stage = mkdtempSync(join(tmpdir(), 'holdfast-image-'));
  try {
    const members = dropBundledDependencies(listWorkspaceMembers());
    const names = [...members].filter(([, { path }]) => paths.includes(path)).map(([name]) => name);
    // Omits optional packages: Node, which is copied to bin/ instead, and packages for other operating systems.
    installProduction(names, members, stage, ['--no-optional']);
    copyModules(join(stage, 'node_modules'), join(folder, 'node_modules'));
    for (const name of addDependencies(names, members)) {
      const { path } = members.get(name);
      const own = paths.includes(path) ? join(folder, path) : join(folder, 'node_modules', name);
      for (const part of ['package.json', 'src', 'dist', 'early'])
        if (existsSync(join(root, path, part))) copy(join(root, path, part), join(own, part));
      // If a package is needed in two versions, one version is in the node_modules folder of the package that needs it.
      copyModules(join(stage, path, 'node_modules'), join(own, 'node_modules'));
    }
    copy(join(root, 'package.json'), join(folder, 'package.json'));
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Removes the dependencies of bundled packages, because a bundle already contains their code. */
export function dropBundledDependencies(members) {
  return new Map(
    [...members].map(([name, one]) => [name, hasOwnBuild(one.path) ? { ...one, needs: [] } : one]),
  );
}

/**
 * Creates a workspace without sources. Installs the production dependencies of the named packages in it, without
 * symbolic links.
 */
export function installProduction(names, members, stage, options = []) {
  for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.pnpmfile.cjs']) {
    copy(join(root, file), join(stage, file));
  }
  for (const { path } of members.values()) {
    copy(join(root, path, 'package.json'), join(stage, path, 'package.json'));
  }
  const how = ['--prod', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts', ...options];
  const layout = ['--config.node-linker=hoisted', '--config.package-import-method=copy'];
  const bundles = [...members].filter(([, { path }]) => hasOwnBuild(path));
  const filters = [
    ...names.map((name) => `--filter-prod=${name}...`),
    ...bundles.map(([bundle]) => `--filter-prod=!${bundle}`),
  ];
  run('pnpm', [...filters, 'install', ...how, ...layout, '--reporter=silent'], { cwd: stage });
}

/** Copies packages. Skips pnpm's own files, and symbolic links, which represent workspace packages. */
function copyModules(from, to) {
  if (!existsSync(from)) return;
  for (const name of readdirSync(from).filter((one) => !one.startsWith('.'))) {
    const path = join(from, name);
    if (lstatSync(path).isSymbolicLink()) continue;
    if (name.startsWith('@')) copyModules(path, join(to, name));
    else copy(path, join(to, name));
  }
}

export function copy(from, to) {
  mkdirSync(join(to, '..'), { recursive: true });
  cpSync(from, to, { recursive: true });
}
