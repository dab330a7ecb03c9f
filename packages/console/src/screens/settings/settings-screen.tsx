// Read-only screen of the settings, with their values, sources and purposes.
import { t } from '../../language/t.ts';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { Tabs } from '../../parts/basic/tabs.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { SearchRow } from '../../parts/form/search-row.tsx';
import { setQuery } from '../../routing/location.ts';
import type { ScreenProps } from '../../routing/route.ts';
import { canCall, configuration, repository } from '../../service/clients.ts';
import type { ServiceId } from '../../service/session.ts';
import { useResponse } from '../../service/use-response.ts';
import { DiagnosisPanel } from './diagnosis-panel.tsx';
import { type Setting, SettingTable } from './setting-table.tsx';

const GROUPS = ['own', 'both', 'store', 'jobs', 'traces'] as const;

export default function SettingsScreen({ query }: ScreenProps) {
  const there = (['repository', 'configuration'] as const).filter((service) =>
    canCall(service, 'getSettings'),
  );
  const current = there.find((service) => service === query.get('service')) ?? there[0]!;
  return (
    <div class="settings stack">
      <header class="row row-between">
        <h1>{t('settings.title')}</h1>
        <CopyAsCurl service={current} operation="getSettings" />
      </header>
      <DiagnosisPanel services={there.filter((service) => canCall(service, 'getDoctor'))} />
      <p class="muted">{t('settings.why')}</p>
      <Tabs
        label={t('settings.title')}
        tabs={there.map((key) => ({ key, label: t(`settings.of.${key}`) }))}
        current={current}
        onChange={(key) => setQuery({ service: key === there[0] ? undefined : key })}
      >
        <ServiceSettingList key={current} service={current} query={query} />
      </Tabs>
    </div>
  );
}

function ServiceSettingList({
  service,
  query,
}: {
  readonly service: ServiceId;
  readonly query: URLSearchParams;
}) {
  const client = service === 'repository' ? repository : configuration;
  const { value, problem, again } = useResponse((signal) => client.getSettings({}, { signal }), [service]);
  if (problem !== undefined) return <ProblemMessage of={problem} again={again} />;
  if (value === undefined) return <LoadingIndicator />;
  const [sought, isChanged] = [query.get('q') ?? '', query.get('set') === '1'];
  const shown = value.filter(
    (one) => (!isChanged || one.from !== 'default') && matchesSearch(one, sought.toLowerCase()),
  );
  return (
    <div class="stack">
      <SearchRow
        label={t('settings.search')}
        sought={sought}
        choice={{ name: 'set', label: t('settings.onlySet'), isOn: isChanged }}
      />
      <p class="muted small" role="status">
        {t('settings.count', { count: shown.length })}
      </p>
      {shown.length === 0 && <EmptyState title={t('settings.noneFound')} />}
      {GROUPS.map((group) => (
        <SettingTable
          key={group}
          title={t(`settings.group.${group}`)}
          settings={shown.filter((one) => one.group === group)}
        />
      ))}
    </div>
  );
}

const matchesSearch = ({ name, about, value }: Setting, sought: string): boolean =>
  [name, about, value ?? ''].some((text) => text.toLowerCase().includes(sought));
