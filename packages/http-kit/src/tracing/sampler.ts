// Which traces are recorded, as OTEL_TRACES_SAMPLER names it.
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from './tracing.ts';

export function samplerOf({
  otelSampler,
  otelSamplerRatio,
}: Pick<TracingSettings, 'otelSampler' | 'otelSamplerRatio'>): Sampler {
  const [, parentBased, kind] = /^(parentbased_)?(.*)$/.exec(otelSampler)!;
  const root = rootSampler(kind!, otelSamplerRatio);
  return parentBased === undefined ? root : new ParentBasedSampler({ root });
}

function rootSampler(kind: string, ratio: number): Sampler {
  if (kind === 'always_off') return new AlwaysOffSampler();
  return kind === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}
