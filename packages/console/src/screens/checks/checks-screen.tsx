// Screen of fixity checks: the list of checks, their schedules, and the certificate of one check.
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { Tabs } from '../../parts/basic/tabs.tsx';
import { setQuery } from '../../routing/location.ts';
import type { ScreenProps } from '../../routing/route.ts';
import { Certificate } from './certificate.tsx';
import { CheckList } from './check-list.tsx';
import { Schedules } from './schedules.tsx';
import { StartDialog } from './start-dialog.tsx';

export default function ChecksScreen({ params: { check }, query }: ScreenProps) {
  if (check !== undefined) return <Certificate key={check} id={check} />;
  const current = query.get('tab') === 'schedules' ? 'schedules' : 'checks';
  const auid = query.get('auid') ?? undefined;
  const namespace = query.get('namespace') ?? undefined;
  const isStarting = query.get('start') !== null;
  return (
    <>
      <header class="screen-head row row-between">
        <h1>{t('checks.title')}</h1>
        <Button kind="primary" onClick={() => setQuery({ start: '1' })}>
          {t('checks.start')}
        </Button>
      </header>
      <Tabs
        label={t('checks.title')}
        tabs={[
          { key: 'checks', label: t('checks.tab.checks') },
          { key: 'schedules', label: t('checks.tab.schedules') },
        ]}
        current={current}
        onChange={(key) => setQuery({ tab: key === 'checks' ? undefined : key })}
      >
        {current === 'checks' ? <CheckList auid={auid} /> : <Schedules />}
      </Tabs>
      {isStarting && (
        <StartDialog auid={auid} namespace={namespace} onClose={() => setQuery({ start: undefined })} />
      )}
    </>
  );
}
