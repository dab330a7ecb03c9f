// Field for the last day of a hold.
import type { Signal } from '@preact/signals';
import { t } from '../language/t.ts';
import { Field } from './form/field.tsx';

/** `day`: value of the date field. Empty if the hold lasts until it is lifted. */
export function HoldEndField({ day }: { readonly day: Signal<string> }) {
  return (
    <Field label={t('keeping.hold.lastDay')} hint={t('keeping.hold.lastDayHint')}>
      <input
        type="date"
        value={day.value}
        onInput={({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
          day.value = currentTarget.value;
        }}
      />
    </Field>
  );
}

/** Returns the end of the day in local time, in milliseconds. Returns undefined if there is no day. */
export function toEndOfDay(day: string): number | undefined {
  return day === '' ? undefined : new Date(`${day}T23:59:59`).getTime();
}
