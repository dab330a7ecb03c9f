import { describe, expect, it } from '@jest/globals';
import { commonSpec } from '../../src/settings/common.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { readPairs, samplerOf } from '../../src/tracing/open-telemetry.ts';

const read = (environment: Record<string, string>) =>
  readSettings({ DATABASE_URL: 'postgres://x', ...environment }, commonSpec);

describe('the settings of OpenTelemetry', () => {
  it.each([
    ['always_on', 'AlwaysOnSampler'],
    ['always_off', 'AlwaysOffSampler'],
    ['traceidratio', 'TraceIdRatioBased{0.25}'],
    ['parentbased_always_on', 'ParentBased{root=AlwaysOnSampler,'],
    ['parentbased_always_off', 'ParentBased{root=AlwaysOffSampler,'],
    ['parentbased_traceidratio', 'ParentBased{root=TraceIdRatioBased{0.25},'],
  ])('choose the sampler %s', (OTEL_TRACES_SAMPLER, wanted) => {
    const settings = read({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG: '0.25' });
    expect(String(samplerOf(settings)).replaceAll(' ', '')).toContain(wanted.replaceAll(' ', ''));
  });

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

  it('have lists of pairs, percent-encoded', () => {
    expect(readPairs('a=1, b = x%20y ,=no,none,c=%zz,d=e=f')).toEqual({
      a: '1',
      b: 'x y',
      c: '%zz',
      d: 'e=f',
    });
    expect(readPairs(undefined)).toEqual({});
  });
});
