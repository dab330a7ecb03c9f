import { describe, expect, it } from '@jest/globals';
import { commonSpec } from '../../src/settings/common.ts';
import { readSettings } from '../../src/settings/read-settings.ts';

const read = (environment: Record<string, string>) =>
  readSettings({ DATABASE_URL: 'postgres://x', ...environment }, commonSpec);

describe('the settings of OpenTelemetry', () => {
  it.each([
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /OTEL_EXPORTER_OTLP_PROTOCOL/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /OTEL_EXPORTER_OTLP_ENDPOINT/],
    [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, /OTEL_TRACES_SAMPLER/],
    [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, /OTEL_TRACES_SAMPLER_ARG.*from 0 to 1/],
    [{ OTEL_TRACES_SAMPLER_ARG: 'half' }, /OTEL_TRACES_SAMPLER_ARG/],
  ])('are refused when they cannot be met: %j', (environment, words) => {
    expect(() => read(environment)).toThrow(words);
  });

  it('never show the headers', () => {
    const settings = read({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret' });
    expect(JSON.stringify(settings.describe())).not.toContain('secret');
  });
});
