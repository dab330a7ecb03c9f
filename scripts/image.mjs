// npm run image -- SERVICE FOLDER: builds the content of a service's container image in a new or empty folder. The
// Dockerfiles run this script and copy the folder, so image and folder are identical.
// bin/SERVICE: starts the service with the Node flags of `npm start`
// bin/healthcheck: exits with code 0 if the service is ready
// bin/keep: runs `holdfast keep …` inside a container (repository-service)
// bin/rebuild: restores the configuration as `holdfast keep rebuild` does (config-service)
// bin/node: the pinned Node, or a copy of the running Node if it has the same version
// dist/ node_modules/ package.json LICENSE
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bootstrap, compile, environment, root, say } from './bootstrap.mjs';
import { checkVersions } from './image/check-versions.mjs';
import { deploy } from './image/deploy.mjs';
import { writeLaunchers } from './image/launchers.mjs';
import { prune } from './image/prune.mjs';
import { onDemand } from './on-demand.mjs';

const services = ['repository-service', 'config-service', 'bridge'];
const [service, wanted, ...rest] = process.argv.slice(2);
if (!services.includes(service) || wanted === undefined || rest.length > 0) {
  console.error(`npm run image -- SERVICE FOLDER, where SERVICE is one of ${services.join(', ')}`);
  process.exit(2);
}
const folder = resolve(process.env.INIT_CWD ?? '.', wanted);
if (existsSync(folder) && readdirSync(folder).length > 0) {
  console.error(`${folder} is not empty`);
  process.exit(2);
}

await bootstrap({ toRun: true, asked: [...onDemand.keys()], keepPnpm: true, build: false });
compile([`@holdfast/${service}`, '@holdfast/standalone']);
try {
  deploy(service, folder);
  checkVersions(folder, join(root, 'pnpm-lock.yaml'));
  prune(folder, root, service);
  await writeLaunchers(folder, { service, root, path: environment.PATH });
} catch (error) {
  rmSync(folder, { recursive: true, force: true });
  throw error;
}
say(`${service} is in ${folder}`);
