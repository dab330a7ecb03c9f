// Search form of the content screen: one field and, after a search, buttons for the other kinds of search.
import { useSignal } from '@preact/signals';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { Icon } from '../../parts/basic/icon.tsx';
import type { ContentScope } from '../../parts/captures/scope.ts';
import { setQuery } from '../../routing/location.ts';
import { type ContentSearch, listSearchKinds } from './content-search.ts';

interface SearchFormProps {
  readonly scope: ContentScope;
  readonly search: ContentSearch | undefined;
}

export function ContentSearchForm({ scope, search }: SearchFormProps) {
  const text = useSignal(search?.text ?? '');

  function submit(event: Event): void {
    event.preventDefault();
    setQuery({ q: text.value.trim(), by: undefined, url: undefined }, { replace: false });
  }

  return (
    <search class="stack">
      <form class="content-search" onSubmit={submit}>
        <input
          type="search"
          spellcheck={false}
          autocomplete="off"
          aria-label={t('content.searchFor')}
          placeholder={t(scope.auid === undefined ? 'content.searchHint' : 'content.searchHintOfAu')}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
        <Button type="submit">
          <Icon name="search" /> {t('content.search')}
        </Button>
        {/* Always rendered, so that the Search button does not move when results arrive. */}
        <Button
          kind="quiet"
          disabled={search === undefined}
          onClick={() => {
            text.value = '';
            setQuery({ q: undefined, by: undefined, url: undefined });
          }}
        >
          {t('content.searchOff')}
        </Button>
      </form>
      {search !== undefined && <KindButtons search={search} />}
    </search>
  );
}

function KindButtons({ search: { kind, text } }: { search: ContentSearch }) {
  return (
    <fieldset class="row content-kinds" aria-label={t('content.searchBy')}>
      {listSearchKinds(text).map((each) => (
        <Button
          key={each}
          pressed={each === kind}
          onClick={() => setQuery({ by: each, url: undefined }, { replace: false })}
        >
          {t(`content.by.${each}`)}
        </Button>
      ))}
    </fieldset>
  );
}
