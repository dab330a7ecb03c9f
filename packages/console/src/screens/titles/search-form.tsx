// Search form for titles: a name or an ISSN, a year, and whether to show only AUs that can be added.
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { Field } from '../../parts/form/field.tsx';
import { isEmptySearch, type TitleSearch } from './search.ts';

export interface SearchFormProps {
  readonly search: TitleSearch;
  readonly onSearch: (search: TitleSearch) => void;
}

type FieldEvent = { readonly currentTarget: HTMLInputElement };

export function TitleSearchForm({ search, onSearch }: SearchFormProps) {
  const [draft, setDraft] = useState(search);
  useEffect(() => setDraft(search), [search]);
  return (
    <search>
      <form
        class="row choices-in-row title-search"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(draft);
        }}
      >
        <Field label={t('titles.nameOrIssn')}>
          <input
            type="search"
            value={draft.text}
            onInput={(event: FieldEvent) => setDraft({ ...draft, text: event.currentTarget.value })}
          />
        </Field>
        <Field label={t('titles.year')}>
          <input
            size={6}
            maxLength={20}
            inputMode="numeric"
            value={draft.year}
            onInput={(event: FieldEvent) => setDraft({ ...draft, year: event.currentTarget.value.trim() })}
          />
        </Field>
        <label class="choice">
          <input
            type="checkbox"
            checked={draft.missing}
            onChange={(event) => onSearch({ ...draft, missing: event.currentTarget.checked })}
          />{' '}
          {t('titles.missing')}
        </label>
        <Button kind="primary" type="submit">
          {t('titles.search')}
        </Button>
        {/* Always rendered, so that the Search button does not move when results arrive. */}
        <Button
          kind="quiet"
          disabled={isEmptySearch(search)}
          onClick={() => onSearch({ text: '', year: '', missing: false })}
        >
          {t('titles.clear')}
        </Button>
      </form>
    </search>
  );
}
