// Dialog to create or edit one condition. Uses a form if the form can express the condition, otherwise a text field.
import { useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { Field } from '../../parts/form/field.tsx';
import { Select } from '../../parts/form/select.tsx';
import { AU_COLUMNS, type AuColumn, findAuColumn } from './columns.ts';
import {
  formatCondition,
  listOperators,
  needsValue,
  type Operator,
  parseCondition,
  type QueryCondition,
} from './query/condition.ts';

export interface ConditionDialogProps {
  /** Text of the condition. Undefined for a new condition. */
  readonly text: string | undefined;
  readonly onSave: (condition: string | undefined) => void;
  readonly onClose: () => void;
}

const FRESH: QueryCondition = { property: 'tdbPublisher', operator: 'contains', value: '' };

export function ConditionDialog({ text, onSave, onClose }: ConditionDialogProps) {
  const read = text === undefined ? FRESH : parseCondition(text, (name) => findAuColumn(name)?.kind);
  const [condition, setCondition] = useState<QueryCondition | undefined>(read);
  const [raw, setRaw] = useState(text ?? '');
  const written =
    condition === undefined ? raw.trim() : formatCondition(condition, findAuColumn(condition.property)!.kind);

  return (
    <Dialog title={t(text === undefined ? 'aus.addFilter' : 'aus.changeFilter')} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (written !== undefined) onSave(written === '' ? undefined : written);
        }}
      >
        {condition === undefined ? (
          <Field label={t('aus.condition')} hint={t('aus.conditionHint')}>
            <textarea
              rows={3}
              class="mono"
              spellcheck={false}
              value={raw}
              onInput={(event: { currentTarget: HTMLTextAreaElement }) => setRaw(event.currentTarget.value)}
            />
          </Field>
        ) : (
          <ConditionForm condition={condition} onChange={setCondition} />
        )}
        {condition !== undefined && written !== undefined && <code class="mono small muted">{written}</code>}
        <div class="dialog-actions">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" disabled={written === undefined}>
            {t('aus.apply')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface ConditionFormProps {
  readonly condition: QueryCondition;
  readonly onChange: (condition: QueryCondition) => void;
}

function ConditionForm({ condition, onChange }: ConditionFormProps) {
  const column = findAuColumn(condition.property)!;
  const change = (changed: Partial<QueryCondition>) => onChange({ ...condition, ...changed });
  return (
    <>
      <Select
        label={t('aus.property')}
        showLabel
        value={condition.property}
        options={AU_COLUMNS.map(({ name }) => ({ value: name, label: t(`aus.column.${name}`) }))}
        onChange={(property) => {
          const offered = listOperators(findAuColumn(property)!);
          const operator = offered.includes(condition.operator) ? condition.operator : offered[0]!;
          change({ property, operator, value: '' });
        }}
      />
      <Select
        label={t('aus.comparison')}
        showLabel
        value={condition.operator}
        options={listOperators(column).map((name) => ({ value: name, label: t(`aus.operator.${name}`) }))}
        onChange={(operator) => change({ operator: operator as Operator })}
      />
      {needsValue(condition.operator) && (
        <ValueField column={column} value={condition.value} onChange={(value) => change({ value })} />
      )}
    </>
  );
}

interface ValueFieldProps {
  readonly column: AuColumn;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ValueField({ column: { kind, choices = [] }, value, onChange }: ValueFieldProps) {
  if (kind === 'choice')
    return (
      <Select
        label={t('aus.value')}
        showLabel
        value={value}
        options={['', ...choices].map((one) => ({ value: one, label: one && t(`aus.choice.${one}`) }))}
        onChange={onChange}
      />
    );
  const hint = kind === 'share' || kind === 'bytes' ? t(`aus.valueIn.${kind}`) : undefined;
  const onInput = (event: { currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value);
  return (
    <Field label={t('aus.value')} hint={hint}>
      {kind === 'time' ? (
        <input type="date" value={value} onInput={onInput} />
      ) : (
        <input type="text" inputMode={kind === 'text' ? 'text' : 'decimal'} value={value} onInput={onInput} />
      )}
    </Field>
  );
}
