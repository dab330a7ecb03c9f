// Chart that shows the growth of the holdings.

import { useSignal } from '@preact/signals';
import { t } from '../../language/t.ts';
import { Plot } from '../../parts/chart/plot.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { Select } from '../../parts/form/select.tsx';
import { repository } from '../../service/clients.ts';
import { useResponse } from '../../service/use-response.ts';

const SPANS = ['2', '30', '365', 'all'] as const;
const WHATS = ['storedBytes', 'contentBytes', 'artifacts', 'aus'] as const;
type GrowthMeasure = (typeof WHATS)[number];

export function GrowthChart() {
  const span = useSignal<string>('30');
  const what = useSignal<GrowthMeasure>('storedBytes');
  const input = span.value === 'all' ? {} : { days: Number(span.value) };
  const { value, problem, again } = useResponse(
    (signal) => repository.getGrowth(input, { signal }),
    [span.value],
    {
      keep: true,
      everyMs: 600_000,
    },
  );
  const samples = value?.samples ?? [];
  return (
    <section class="card stack">
      <div class="row row-between">
        <h2>{t('overview.growth')}</h2>
        <div class="row">
          <Select
            label={t('overview.growthOf')}
            value={what.value}
            options={WHATS.map((one) => ({ value: one, label: t(`overview.growth.${one}`) }))}
            onChange={(one) => {
              what.value = one as GrowthMeasure;
            }}
          />
          <Select
            label={t('overview.growthSpan')}
            value={span.value}
            options={SPANS.map((one) => ({ value: one, label: t(`overview.span.${one}`) }))}
            onChange={(one) => {
              span.value = one;
            }}
          />
        </div>
      </div>
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      {value !== undefined && samples.length < 2 && <p class="muted">{t('overview.growthYoung')}</p>}
      {samples.length >= 2 && (
        <Plot
          label={`${t('overview.growth')}: ${t(`overview.growth.${what.value}`)}`}
          timesMs={samples.map(({ at }) => at)}
          values={samples.map((sample) => sample[what.value])}
          unit={what.value.endsWith('Bytes') ? 'bytes' : 'count'}
        />
      )}
      <div>
        <CopyAsCurl service="repository" operation="getGrowth" input={input} />
      </div>
    </section>
  );
}
