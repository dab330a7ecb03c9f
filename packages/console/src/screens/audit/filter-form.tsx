// Filter form of the audit log. Rarely used fields are collapsed.
import { useEffect, useState } from 'preact/hooks';
import { formatTime } from '../../language/format.ts';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { Field } from '../../parts/form/field.tsx';
import { describeAction } from './describe-action.ts';
import { type AuditFilter, EMPTY_AUDIT_FILTER, isEmptyFilter } from './filter.ts';

export interface FilterFormProps {
  readonly filter: AuditFilter;
  /** Suggested operation names. */
  readonly operations: readonly string[];
  readonly hasArtifacts: boolean;
  readonly onFilter: (filter: AuditFilter) => void;
}

type FieldEvent = { readonly currentTarget: HTMLInputElement | HTMLSelectElement };

const OUTCOMES = ['ok', 'error', 'aborted'];
const EVENTS = ['write', 'secret', 'login', 'missing'];

export function AuditFilterForm({ filter, operations, hasArtifacts, onFilter }: FilterFormProps) {
  const [draft, setDraft] = useState(filter);
  useEffect(() => setDraft(filter), [JSON.stringify(filter)]);
  const isUnfolded = [filter.auid, filter.artifact, filter.request, filter.event].some(
    (value) => value !== '',
  );
  const set = (name: keyof AuditFilter) => (event: FieldEvent) =>
    setDraft({ ...draft, [name]: event.currentTarget.value });
  const text = (name: keyof AuditFilter, more: object = {}) => (
    <Field label={t(`audit.${name}`)}>
      <input value={draft[name]} onInput={set(name)} {...more} />
    </Field>
  );
  // Browsers format dates by their own locale, so the hint repeats the time in the format of the table.
  const time = (name: 'from' | 'to') => (
    <Field label={t(`audit.${name}`)} hint={draft[name] === '' ? undefined : formatTime(draft[name])}>
      <input type="datetime-local" step={1} value={draft[name]} onInput={set(name)} />
    </Field>
  );
  return (
    <search>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onFilter(trimFilter(draft));
        }}
      >
        <div class="row audit-filter">
          {text('user', { type: 'search', maxLength: 256, autocomplete: 'off' })}
          {text('operation', {
            type: 'search',
            maxLength: 64,
            list: 'audit-operations',
            autocomplete: 'off',
          })}
          <datalist id="audit-operations">
            {operations.map((name) => (
              <option key={name} value={name} label={describeAction({ operation: name })} />
            ))}
          </datalist>
          <Choice name="outcome" values={OUTCOMES} value={draft.outcome} onChange={set('outcome')} />
          {time('from')}
          {time('to')}
        </div>
        <details class="audit-more" open={isUnfolded}>
          <summary>{t('audit.more')}</summary>
          <div class="row audit-filter">
            {text('auid', { type: 'search', maxLength: 8192 })}
            {hasArtifacts && text('artifact', { type: 'search', maxLength: 36 })}
            {text('request', { type: 'search', maxLength: 128 })}
            <Choice name="event" values={EVENTS} value={draft.event} onChange={set('event')} />
          </div>
        </details>
        <div class="row choices-in-row">
          <Button kind="primary" type="submit">
            {t('audit.search')}
          </Button>
          {!isEmptyFilter(filter) && (
            <Button kind="quiet" onClick={() => onFilter(EMPTY_AUDIT_FILTER)}>
              {t('audit.clear')}
            </Button>
          )}
          <label class="choice">
            <input
              type="checkbox"
              checked={filter.routine === '1'}
              onChange={(event) => onFilter({ ...filter, routine: event.currentTarget.checked ? '1' : '' })}
            />{' '}
            {t('audit.routine')}
          </label>
        </div>
      </form>
    </search>
  );
}

interface ChoiceProps {
  readonly name: 'outcome' | 'event';
  readonly values: readonly string[];
  readonly value: string;
  readonly onChange: (event: FieldEvent) => void;
}

function Choice({ name, values, value, onChange }: ChoiceProps) {
  return (
    <Field label={t(`audit.${name}`)}>
      <select value={value} onChange={onChange}>
        <option value="">{t('audit.any')}</option>
        {values.map((one) => (
          <option key={one} value={one}>
            {t(`audit.${name}.${one}`)}
          </option>
        ))}
      </select>
    </Field>
  );
}

function trimFilter(filter: AuditFilter): AuditFilter {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, value.trim()]),
  ) as unknown as AuditFilter;
}
