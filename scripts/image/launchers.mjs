// Creates the programs in bin/: Node, and scripts that start the other programs. The scripts find their files relative
// to their own location.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Setting and default of the port for probes, by service. */
const metricsPort = {
  'repository-service': ['REPOSITORY_METRICS_PORT', 24611],
  'config-service': ['CONFIG_METRICS_PORT', 24621],
  bridge: ['BRIDGE_METRICS_PORT', 24631],
};

/** Sets the folder for lists of imported files. In a container, only the spool is writable. */
const STATE = [`export XDG_STATE_HOME="\${XDG_STATE_HOME:-\${SPOOL_DIR:-/tmp}}"`];

export async function writeLaunchers(folder, { image, root, path }) {
  const { flags, exports } = await loadServiceOptions(root);
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  copyFileSync(findPinnedNode(path), join(bin, 'node'));
  chmodSync(join(bin, 'node'), 0o755);
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  if (image !== 'bridge') writeLauncher(bin, 'holdfast', '"$bin/../packages/cli/dist/main.js"', STATE);
  if (!(image in metricsPort)) return;
  writeLauncher(bin, image, `${flags} "$bin/../services/${image}/dist/main.js"`, exports);
  copyFileSync(join(root, 'scripts/image/healthcheck.mjs'), join(bin, 'healthcheck.mjs'));
  const [setting, usual] = metricsPort[image];
  writeLauncher(bin, 'healthcheck', `"$bin/healthcheck.mjs" "\${${setting}:-${usual}}"`);
}

/**
 * Writes a start script. `exec` replaces the shell with the service, so that the service receives signals even as PID
 * 1. The S3 client needs HOME, which is not set for a user without an account in the container.
 */
function writeLauncher(bin, name, program, exports = []) {
  const own = exports.map((line) => `${line}\n`).join('');
  const start = `#!/bin/sh\nbin="\${0%/*}"\n${own}export HOME="\${HOME:-/}"\n`;
  const text = `${start}exec "$bin/node" ${program} "$@"\n`;
  writeFileSync(join(bin, name), text);
  chmodSync(join(bin, name), 0o755);
}

/**
 * Returns Node flags and shell lines that set environment variables. Variables of the container take precedence over
 * these lines.
 */
async function loadServiceOptions(root) {
  const options = await import(pathToFileURL(join(root, 'packages/standalone/dist/node-flags.js')));
  const exports = Object.entries(options.nodeEnvironment).map(
    ([name, value]) => `export ${name}="\${${name}:-${value}}"`,
  );
  return { flags: options.nodeFlags.join(' '), exports };
}

/**
 * Returns the path of the running Node if it is the pinned version, as in the official Node image that the Dockerfiles
 * use. Otherwise returns the path of the pinned Node from npm.
 */
function findPinnedNode(path) {
  const { stdout } = spawnSync('node', ['--print', 'JSON.stringify([process.version, process.execPath])'], {
    env: { PATH: path },
    encoding: 'utf8',
  });
  const [version, pinned] = JSON.parse(stdout);
  return realpathSync(process.version === version ? process.execPath : pinned);
}
