// Screen of preservation: jobs, damage, copies, deletions, holds, purges, and the cleanup preview.
import { t } from '../../language/t.ts';
import { Tabs } from '../../parts/basic/tabs.tsx';
import { setQuery } from '../../routing/location.ts';
import type { ScreenProps } from '../../routing/route.ts';
import { canCall } from '../../service/clients.ts';
import { CopiesReport } from './copies.tsx';
import { DamageList } from './damage-list.tsx';
import { DeletionList } from './deletions.tsx';
import { HoldList } from './hold-list.tsx';
import { JobList } from './jobs.tsx';
import { PurgeList } from './purges.tsx';
import { SweepCard } from './sweep.tsx';

const TABS = [
  { key: 'jobs', operation: 'getJobs', show: JobList },
  { key: 'damage', operation: 'getDamage', show: DamageList },
  { key: 'copies', operation: 'getSummary', show: CopiesReport },
  { key: 'deletions', operation: 'getDeletions', show: DeletionList },
  { key: 'holds', operation: 'getHolds', show: HoldList },
  { key: 'purges', operation: 'getPurges', show: PurgeList },
  { key: 'sweep', operation: 'getSweepPreview', show: SweepCard },
] as const;

export default function KeepingScreen({ query }: ScreenProps) {
  const offered = TABS.filter(({ operation }) => canCall('repository', operation));
  const current = offered.find(({ key }) => key === query.get('tab')) ?? offered[0]!;
  return (
    <>
      <header class="screen-head">
        <h1>{t('keeping.title')}</h1>
      </header>
      <Tabs
        label={t('keeping.title')}
        tabs={offered.map(({ key }) => ({ key, label: t(`keeping.tab.${key}`) }))}
        current={current.key}
        onChange={(key) => setQuery({ tab: key === 'jobs' ? undefined : key })}
      >
        <current.show key={current.key} />
      </Tabs>
    </>
  );
}
