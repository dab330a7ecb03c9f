// Workspace packages whose dependencies are installed on demand. The S3 client and OpenTelemetry make up half of all
// files, and a node that stores in a folder and sends no traces needs neither. Plain Node, because it runs before every
// start.
import { readSetting } from './read-setting.mjs';

/**
 * For each package name: a description of the dependencies, and a function that tells whether settings or command
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

/** Returns the packages that the settings or `words` (such as `backup s3:BUCKET`) need. */
export function askedFor(words = []) {
  return [...onDemand].filter(([, { isAsked }]) => isAsked(words)).map(([name]) => name);
}
