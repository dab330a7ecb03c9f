import { describe, expect, it } from '@jest/globals';
import { createSampler, parsePairList } from '../src/open-telemetry.ts';

describe('the settings of OpenTelemetry', () => {
  it.each([
    ['always_on', 'AlwaysOnSampler'],
    ['always_off', 'AlwaysOffSampler'],
    ['traceidratio', 'TraceIdRatioBased{0.25}'],
    ['parentbased_always_on', 'ParentBased{root=AlwaysOnSampler,'],
    ['parentbased_always_off', 'ParentBased{root=AlwaysOffSampler,'],
    ['parentbased_traceidratio', 'ParentBased{root=TraceIdRatioBased{0.25},'],
  ])('choose the sampler %s', (otelSampler, wanted) => {
    expect(String(createSampler({ otelSampler, otelSamplerRatio: 0.25 })).replaceAll(' ', '')).toContain(
      wanted.replaceAll(' ', ''),
    );
  });

  it('have lists of pairs, percent-encoded', () => {
    expect(parsePairList('a=1, b = x%20y ,=no,none,c=%zz,d=e=f')).toEqual({
      a: '1',
      b: 'x y',
      c: '%zz',
      d: 'e=f',
    });
    expect(parsePairList(undefined)).toEqual({});
  });
});
