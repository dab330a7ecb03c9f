// How much is stored.
import type { Summary } from '@holdfast/api-types';
import { t } from '../../language/t.ts';
import { Bytes } from '../../parts/basic/bytes.tsx';
import { Count } from '../../parts/basic/count.tsx';

export function Stored({ summary: { stored } }: { summary: Summary }) {
  return (
    <section class="card figures">
      <h2>{t('overview.stored')}</h2>
      <dl>
        <div class="figure">
          <dt>{t('overview.artifacts')}</dt>
          <dd>
            <Count of={stored.artifacts} />
          </dd>
        </div>
        <div class="figure">
          <dt>{t('overview.aus')}</dt>
          <dd>
            <Count of={stored.aus} />
          </dd>
        </div>
        <div class="figure">
          <dt>{t('overview.bytes')}</dt>
          <dd>
            <Bytes of={stored.bytes} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
