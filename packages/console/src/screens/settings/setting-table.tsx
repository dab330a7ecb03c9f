// Table of the settings of one kind.
import type { configuration as contract } from '@holdfast/api-types';
import { t } from '../../language/t.ts';
import { ScrollRegion } from '../../parts/basic/scroll-region.tsx';
import { splitMarkdown } from './markdown-spans.ts';

export type Setting = contract.components['schemas']['Setting'];

interface SettingTableProps {
  readonly title: string;
  readonly settings: readonly Setting[];
}

export function SettingTable({ title, settings }: SettingTableProps) {
  if (settings.length === 0) return null;
  return (
    <section class="card stack">
      <h2>{title}</h2>
      <ScrollRegion label={title}>
        <table class="stacked settings-table">
          <thead>
            <tr>
              <th scope="col">{t('settings.name')}</th>
              <th scope="col">{t('settings.value')}</th>
              <th scope="col">{t('settings.from')}</th>
              <th scope="col">{t('settings.about')}</th>
            </tr>
          </thead>
          <tbody>
            {settings.map((setting) => (
              <tr key={setting.name}>
                <th scope="row">
                  <code class="small">{setting.name}</code>
                </th>
                <td class="settings-value">
                  <Value of={setting} />
                </td>
                <td class="small settings-from">
                  <span class={setting.from === 'default' ? 'muted' : ''}>
                    {t(`settings.from.${setting.from}`)}
                  </span>
                  {setting.file !== null && <code class="breaks">{setting.file}</code>}
                </td>
                <td class="small">
                  <InlineMarkdown text={setting.about} />
                  <span class="muted settings-values">
                    <InlineMarkdown text={setting.values} />
                    {setting.from !== 'default' && (
                      <>
                        {' · '}
                        {t('settings.default')} <InlineMarkdown text={setting.default} />
                      </>
                    )}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

function Value({ of: { value, isSecret, isSet, from, default: fallback } }: { readonly of: Setting }) {
  if (isSecret && isSet) return <span class="badge badge-good">{t('settings.secretSet')}</span>;
  if (value !== null) return <code class="breaks">{value}</code>;
  if (from === 'default' && fallback !== 'none')
    return (
      <span class="muted small">
        <InlineMarkdown text={fallback} />
      </span>
    );
  return <span class="muted small">{t('settings.notSet')}</span>;
}

/** Renders inline Markdown without links, because this server does not serve the linked documents. */
function InlineMarkdown({ text }: { readonly text: string }) {
  return (
    <>
      {splitMarkdown(text).map((span, at) => (span.isCode ? <code key={at}>{span.text}</code> : span.text))}
    </>
  );
}
