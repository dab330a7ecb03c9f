// Filters for a list that is completely loaded: a search text (`q` in the address) and a select (`choice.name` in the
// address).
import type { ComponentChildren } from 'preact';
import { setQuery } from '../../routing/location.ts';
import { Field } from './field.tsx';

type Input = { readonly currentTarget: HTMLInputElement };

interface SearchRowProps {
  readonly label: string;
  readonly sought: string;
  readonly choice: { readonly name: string; readonly label: string; readonly isOn: boolean };
  readonly children?: ComponentChildren;
}

export function SearchRow({ label, sought, choice, children }: SearchRowProps) {
  return (
    <search class="row choices-in-row">
      <Field label={label}>
        <input
          type="search"
          value={sought}
          onInput={(event: Input) => setQuery({ q: event.currentTarget.value })}
        />
      </Field>
      <label class="choice">
        <input
          type="checkbox"
          checked={choice.isOn}
          onChange={(event) => setQuery({ [choice.name]: event.currentTarget.checked ? 1 : undefined })}
        />{' '}
        {choice.label}
      </label>
      {children}
    </search>
  );
}
