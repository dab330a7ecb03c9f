// Workspace packages whose dependencies are installed only when needed. The S3 client and OpenTelemetry make up half of
// all files, and a node that stores in a folder and sends no traces needs neither. Imports no packages, because it runs
// before packages are installed.
import { readSetting } from './read-setting.mjs';

/**
 * For each package name: a description of its dependencies, and a function that returns whether the settings or command
 * arguments need them.
 */
export const onDemand = new Map([
  [
    '@holdfast/object-store',
    {
      brings: 'the S3 client',
      isAsked: (words) =>
        ['OBJECT_STORE', 'BACKUP_PLACE']
          .map((name) => readSetting(name) ?? '')
          .concat(words)
          .some((text) => /(?:^|[,=])\s*s3:/.test(text)),
    },
  ],
  [
    '@holdfast/tracing',
    {
      brings: 'OpenTelemetry',
      isAsked: () =>
        ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'].some((name) =>
          readSetting(name),
        ),
    },
  ],
]);

/** Returns the packages that the settings or the command arguments `words` (such as `backup s3:BUCKET`) need. */
export function listNeededOnDemand(words = []) {
  return [...onDemand].filter(([, { isAsked }]) => isAsked(words)).map(([name]) => name);
}
