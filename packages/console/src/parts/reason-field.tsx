// Field for the reason of a deletion, a rejection or a hold.
import type { Signal } from '@preact/signals';
import { t } from '../language/t.ts';
import { Field } from './form/field.tsx';

/** Maximum length that the services accept. */
const MAX_CHARACTERS = 2_000;

interface ReasonFieldProps {
  readonly reason: Signal<string>;
  readonly hint?: string;
}

export function ReasonField({ reason, hint }: ReasonFieldProps) {
  return (
    <Field label={t('keeping.hold.reason')} {...(hint !== undefined && { hint })}>
      <input
        value={reason.value}
        maxLength={MAX_CHARACTERS}
        onInput={({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
          reason.value = currentTarget.value;
        }}
      />
    </Field>
  );
}
