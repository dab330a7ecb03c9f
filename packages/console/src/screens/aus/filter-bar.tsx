// Filters of the AU table: a search field, a chip for each condition, and the same filters as query text.
import { useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { Chips } from '../../parts/basic/chips.tsx';
import { findAuColumn } from './columns.ts';
import { ConditionDialog } from './condition-dialog.tsx';
import { formatCondition, parseCondition } from './query/condition.ts';
import type { QueryError } from './query/query-error.ts';
import { joinQuery, type QueryParts, splitQuery } from './query/text.ts';
import { QueryText } from './query-text.tsx';

export interface FilterBarProps {
  readonly text: string;
  readonly fault: QueryError | undefined;
  readonly onChange: (text: string) => void;
}

export function AuFilterBar({ text, fault, onChange }: FilterBarProps) {
  const [edited, edit] = useState<number | undefined>(undefined);
  const parts = splitQuery(text);
  const change = (changed: Partial<QueryParts>) => onChange(joinQuery({ ...parts, ...changed }));

  const put = (at: number, condition: string | undefined): void => {
    const others = parts.conditions.filter((_, index) => index !== at);
    change({ conditions: condition === undefined ? others : others.toSpliced(at, 0, condition) });
    edit(undefined);
  };

  return (
    <div class="aus-filter stack">
      <div class="row">
        <NameSearch
          onSearch={(value) => {
            const condition = formatCondition({ property: 'name', operator: 'contains', value }, 'text');
            if (condition !== undefined) change({ conditions: [...parts.conditions, condition] });
          }}
        />
        <Chips
          label={t('aus.filters')}
          chips={parts.conditions.map((condition, at) => ({
            key: `${at} ${condition}`,
            label: formatChipLabel(condition),
            onClick: () => edit(at),
            onRemove: () => put(at, undefined),
          }))}
        >
          <Button kind="quiet" onClick={() => edit(parts.conditions.length)}>
            {t('aus.addFilter')}
          </Button>
        </Chips>
      </div>
      <QueryText text={text} fault={fault} onChange={onChange} />
      {edited !== undefined && (
        <ConditionDialog
          text={parts.conditions[edited]}
          onSave={(condition) => put(edited, condition)}
          onClose={() => edit(undefined)}
        />
      )}
    </div>
  );
}

function NameSearch({ onSearch }: { onSearch: (value: string) => void }) {
  const [value, setValue] = useState('');
  return (
    <search>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(value);
          setValue('');
        }}
      >
        <input
          type="search"
          class="aus-search"
          aria-label={t('aus.searchName')}
          placeholder={t('aus.searchName')}
          value={value}
          onInput={(event) => setValue(event.currentTarget.value)}
        />
      </form>
    </search>
  );
}

/** Returns a readable label for a condition. Returns the query text if the form cannot express the condition. */
export function formatChipLabel(text: string): string {
  const condition = parseCondition(text, (name) => findAuColumn(name)?.kind);
  if (condition === undefined) return text;
  const { property, operator, value } = condition;
  const kind = findAuColumn(property)!.kind;
  return t(`aus.chip.${operator}`, {
    property: t(`aus.column.${property}`),
    value: kind === 'share' ? `${value} %` : kind === 'choice' ? t(`aus.choice.${value}`) : value,
  });
}
