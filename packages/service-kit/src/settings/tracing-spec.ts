// Tracing settings. OpenTelemetry defines their names; see docs/metrics.md.

export const tracingSpec = {
  otlpEndpoint: {
    kind: 'url',
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    protocols: ['http:', 'https:'],
    defaultText: 'none: no traces',
    about: 'address of the collector for traces; `/v1/traces` is appended',
  },
  otlpTracesEndpoint: {
    kind: 'url',
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    protocols: ['http:', 'https:'],
    defaultText: 'none: no traces',
    about:
      'complete address of the collector, without appending; takes precedence over `OTEL_EXPORTER_OTLP_ENDPOINT`',
  },
  otlpHeaders: {
    kind: 'secret',
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    about: 'headers for the collector: comma-separated `name=value`',
  },
  otlpProtocol: {
    kind: 'enum',
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    values: ['http/json'],
    default: 'http/json',
    about: 'protocol of the collector; no other is supported',
  },
  otelDisabled: {
    kind: 'boolean',
    name: 'OTEL_SDK_DISABLED',
    default: false,
    about: '`true` turns traces off even if a collector is set',
  },
  otelExporter: {
    kind: 'enum',
    name: 'OTEL_TRACES_EXPORTER',
    values: ['otlp', 'none'],
    default: 'otlp',
    about: '`none` turns traces off even if a collector is set',
  },
  otelServiceName: {
    kind: 'string',
    name: 'OTEL_SERVICE_NAME',
    maxLength: 256,
    defaultText: 'name of the service',
    about: 'service name in the traces',
  },
  otelResource: {
    kind: 'string',
    name: 'OTEL_RESOURCE_ATTRIBUTES',
    maxLength: 4096,
    about: 'additional attributes of the traces: comma-separated `name=value`',
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
    about: 'fraction of requests that the `traceidratio` samplers trace',
  },
} as const;

function ratio(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !(number >= 0 && number <= 1)) throw new Error('must be a number from 0 to 1');
  return number;
}
