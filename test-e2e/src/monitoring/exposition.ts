// Parses the Prometheus text format.

export interface MetricSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface ExposedMetric {
  readonly type: string;
  readonly help: string;
  /** Samples of the metric. For a histogram: the samples of its buckets, sum and count. */
  readonly samples: readonly MetricSample[];
}

/** Metrics by name. */
export type Exposition = ReadonlyMap<string, ExposedMetric>;

export function readExposition(text: string): Exposition {
  const metrics = new Map<string, { type: string; help: string; samples: MetricSample[] }>();
  const get = (name: string) => {
    if (!metrics.has(name)) metrics.set(name, { type: 'none', help: '', samples: [] });
    return metrics.get(name)!;
  };
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, keyword, name, rest] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (keyword === 'HELP') get(name!).help = rest!;
    else if (keyword === 'TYPE') get(name!).type = rest!;
    else {
      const sample = parseSample(line);
      const base = sample.name.replace(/_(?:bucket|sum|count)$/, '');
      get(
        metrics.get(base)?.type === 'histogram' || isSummary(metrics.get(base)) ? base : sample.name,
      ).samples.push(sample);
    }
  }
  return metrics;
}

const isSummary = (metric: ExposedMetric | undefined) => metric?.type === 'summary';

function parseSample(line: string): MetricSample {
  const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (name === undefined) throw new Error(`no sample: ${line}`);
  const pairs = [...labels.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g)];
  const named = Object.fromEntries(pairs.map(([, label, text]) => [label!, text!]));
  return { name, labels: named, value: Number(value) };
}

/** Returns the label names of a metric, except `le` and `quantile`, which the Prometheus format itself uses. */
export function listLabels({ samples }: ExposedMetric): string[] {
  const names = samples.flatMap(({ labels }) => Object.keys(labels));
  return [...new Set(names)].filter((name) => name !== 'le' && name !== 'quantile').sort();
}
