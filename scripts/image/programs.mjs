// Lists the programs of each image. An image contains only files that these programs load.

/**
 * The CLI, and the modules of the services and of the bridge that the CLI starts or loads by path. codec-worker.js is
 * the worker thread of `keep.js`.
 */
const COMMAND_LINE = [
  'packages/cli/dist/main.js',
  'services/repository-service/dist/backup.js',
  'services/repository-service/dist/doctor.js',
  'services/repository-service/dist/env.js',
  'services/repository-service/dist/keep.js',
  'services/repository-service/dist/ingest/reading/codec-worker.js',
  'services/config-service/dist/backup.js',
  'services/config-service/dist/doctor.js',
  'services/config-service/dist/env.js',
  'services/config-service/dist/rebuild.js',
  'services/bridge/dist/doctor.js',
  'services/bridge/dist/main.js',
];

/** Compiled modules that each image starts or loads by path. The paths are the same in the image and in the project. */
export const imagePrograms = {
  'repository-service': ['services/repository-service/dist/main.js', ...COMMAND_LINE],
  'config-service': ['services/config-service/dist/main.js', ...COMMAND_LINE],
  bridge: ['services/bridge/dist/main.js'],
  cli: COMMAND_LINE,
};

/** Returns the folders of the packages that contain the programs of an image, such as `services/bridge`. */
export function listProgramFolders(image) {
  return [...new Set(imagePrograms[image].map((program) => program.split('/').slice(0, 2).join('/')))];
}
