// Settings of tracing. Their names are defined by OpenTelemetry; see docs/metrics.md.

export const tracingSpec = {
  otlpEndpoint: {
    kind: 'url',
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    protocols: ['http:', 'https:'],
    defaultText: 'none: no traces',
    about: 'collector that traces are sent to; `/v1/traces` is appended',
  },
  otlpTracesEndpoint: {
    kind: 'url',
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    protocols: ['http:', 'https:'],
    defaultText: 'none: no traces',
    about: 'the same as a whole address, to which nothing is appended; it wins over the other',
  },
  otlpHeaders: {
    kind: 'secret',
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    about: 'headers for the collector: `name=value`, with commas between them',
  },
  otlpProtocol: {
    kind: 'enum',
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    values: ['http/json'],
    default: 'http/json',
    about: 'how the collector is spoken to; there is no other protocol',
  },
  otelDisabled: {
    kind: 'boolean',
    name: 'OTEL_SDK_DISABLED',
    default: false,
    about: 'switches traces off although a collector is named',
  },
  otelExporter: {
    kind: 'enum',
    name: 'OTEL_TRACES_EXPORTER',
    values: ['otlp', 'none'],
    default: 'otlp',
    about: '`none` switches traces off although a collector is named',
  },
  otelServiceName: {
    kind: 'string',
    name: 'OTEL_SERVICE_NAME',
    maxLength: 256,
    defaultText: 'name of the service',
    about: 'service that the traces name as where they are from',
  },
  otelResource: {
    kind: 'string',
    name: 'OTEL_RESOURCE_ATTRIBUTES',
    maxLength: 4096,
    about: 'further attributes of the traces: `name=value`, with commas between them',
  },
  otelSampler: {
    kind: 'enum',
    name: 'OTEL_TRACES_SAMPLER',
    values: [
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ],
    default: 'parentbased_always_on',
    about: 'which requests are traced',
  },
  otelSamplerRatio: {
    kind: 'parsed',
    name: 'OTEL_TRACES_SAMPLER_ARG',
    parse: ratio,
    values: '`0` to `1`',
    default: 1,
    about: 'share of the requests that the `traceidratio` samplers trace',
  },
} as const;

function ratio(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !(number >= 0 && number <= 1)) throw new Error('must be a number from 0 to 1');
  return number;
}
