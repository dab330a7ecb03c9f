// Screen of the configuration: the effective values with their sources, the list of sources, and the stored files.
import { t } from '../../language/t.ts';
import { Tabs } from '../../parts/basic/tabs.tsx';
import { setQuery } from '../../routing/location.ts';
import type { ScreenProps } from '../../routing/route.ts';
import { ConfigurationFiles } from './files.tsx';
import { ConfigurationSources } from './sources.tsx';
import { ConfigurationValues } from './values.tsx';

const views = {
  values: ConfigurationValues,
  sources: ConfigurationSources,
  files: ConfigurationFiles,
} as const;
type View = keyof typeof views;

export default function ConfigurationScreen({ query }: ScreenProps) {
  const wanted = query.get('view') ?? '';
  const view: View = Object.hasOwn(views, wanted) ? (wanted as View) : 'values';
  const Shown = views[view];
  return (
    <>
      <header class="screen-head">
        <h1>{t('configuration.title')}</h1>
      </header>
      <Tabs
        label={t('configuration.title')}
        tabs={Object.keys(views).map((key) => ({ key, label: t(`configuration.${key}`) }))}
        current={view}
        onChange={(key) => setQuery({ view: key === 'values' ? undefined : key })}
      >
        <Shown query={query} />
      </Tabs>
    </>
  );
}
