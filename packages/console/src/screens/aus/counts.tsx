// Bar chart of the listed AUs by publisher, plugin, year etc. Each bar links to its AUs.
import { useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { Bars } from '../../parts/chart/bars.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { Select } from '../../parts/form/select.tsx';
import { configuration } from '../../service/clients.ts';
import { quoteText } from '../../service/quote-text.ts';
import { useResponse } from '../../service/use-response.ts';
import { findAuColumn } from './columns.ts';
import { joinQuery, splitQuery } from './query/text.ts';

const GROUPS = [
  'tdbPublisher',
  'pluginName',
  'tdbYear',
  'substanceState',
  'publishingPlatform',
  'lastCrawlResult',
  'accessType',
  'active',
];
const MAX_BARS = 25;

interface AuGroup {
  readonly [name: string]: unknown;
  readonly aus: number;
}

export interface CountsProps {
  readonly text: string;
  readonly onCondition: (condition: string) => void;
}

export function AuCounts({ text, onCondition }: CountsProps) {
  const [by, setBy] = useState(GROUPS[0]!);
  const { conditions } = splitQuery(text);
  const where = joinQuery({ conditions, order: '', rest: '' });
  const auQuery = `select ${by}, count(*) as aus ${where} group by ${by} order by aus desc limit ${MAX_BARS}`;
  const { value, problem, again } = useResponse(
    (signal) => configuration.queryAus({ auQuery }, { signal }) as Promise<unknown>,
    [auQuery],
    { keep: true },
  );
  return (
    <section class="card stack">
      <Select
        label={t('aus.countBy')}
        showLabel
        value={by}
        options={GROUPS.map((name) => ({ value: name, label: t(`aus.column.${name}`) }))}
        onChange={setBy}
      />
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      {value === undefined && problem === undefined && <LoadingIndicator />}
      {value !== undefined && (
        <Bars
          label={t('aus.countBy')}
          bars={(value as readonly AuGroup[]).map((group) => ({
            key: String(group[by]),
            label: formatGroupLabel(by, group[by]),
            value: group.aus,
            onClick: () => onCondition(formatGroupCondition(by, group[by])),
          }))}
        />
      )}
    </section>
  );
}

function formatGroupLabel(by: string, value: unknown): string {
  if (value === undefined) return t('aus.noValue');
  if (typeof value === 'boolean') return t(value ? 'aus.yes' : 'aus.no');
  return findAuColumn(by)?.kind === 'choice' ? t(`aus.choice.${value}`) : String(value);
}

function formatGroupCondition(by: string, value: unknown): string {
  if (value === undefined) return `${by} is null`;
  return typeof value === 'boolean' ? `${by} = ${value}` : `${by} = ${quoteText(String(value))}`;
}
