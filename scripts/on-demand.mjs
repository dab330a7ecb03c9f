// Packages of ours that run without what they depend on until somebody asks for it: a node with a folder for its store and
// without traces has neither the S3 client nor OpenTelemetry, which are half of the files that would run. Plain Node:
// asked before every start.
import { textOf } from './text-of-setting.mjs';

/** By name: what they depend on, in words, and whether settings, or the words of a command, ask for it. */
export const onDemand = new Map([
  [
    '@holdfast/object-store',
    {
      brings: 'the S3 client',
      isAsked: (words) => [textOf('OBJECT_STORE') ?? '', ...words].some((text) => text.startsWith('s3:')),
    },
  ],
  [
    '@holdfast/tracing',
    {
      brings: 'OpenTelemetry',
      isAsked: () =>
        ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'].some((name) => textOf(name)),
    },
  ],
]);

/** Names of those that are asked for: by settings, or by `words` such as `backup s3:BUCKET`. */
export function askedFor(words = []) {
  return [...onDemand].filter(([, { isAsked }]) => isAsked(words)).map(([name]) => name);
}
