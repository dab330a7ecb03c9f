// npm run image -- IMAGE FOLDER: builds the content of a container image in a new or empty folder. The Dockerfiles run
// this script and copy the folder, so image and folder are identical.
// bin/SERVICE: starts the service with the Node flags of `npm start`
// bin/healthcheck: exits with code 0 if the service is ready
// bin/holdfast: the CLI (every image except `bridge`)
// bin/node: the pinned Node, or a copy of the running Node if it has the same version
// services/ packages/ node_modules/ package.json LICENSE
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { bootstrap, compile, say } from './bootstrap.mjs';
import { fillImage } from './image/fill.mjs';
import { imagePrograms, listProgramFolders } from './image/programs.mjs';
import { onDemand } from './on-demand.mjs';

const [image, wanted, ...rest] = process.argv.slice(2);
if (!(image in imagePrograms) || wanted === undefined || rest.length > 0) {
  console.error(
    `npm run image -- IMAGE FOLDER, where IMAGE is one of ${Object.keys(imagePrograms).join(', ')}`,
  );
  process.exit(2);
}
const folder = resolve(process.env.INIT_CWD ?? '.', wanted);
if (existsSync(folder) && readdirSync(folder).length > 0) {
  console.error(`${folder} is not empty`);
  process.exit(2);
}

await bootstrap({ toRun: true, asked: [...onDemand.keys()], keepPnpm: true, build: false });
compile([
  ...listProgramFolders(image).map((path) => `@holdfast/${path.split('/')[1]}`),
  '@holdfast/standalone',
]);
try {
  await fillImage(folder, image);
} catch (error) {
  rmSync(folder, { recursive: true, force: true });
  throw error;
}
say(`${image} is in ${folder}`);
