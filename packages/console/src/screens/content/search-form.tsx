// Search form for one URL, a prefix, a host, or a domain with its subdomains.
import { useSignal } from '@preact/signals';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { Icon } from '../../parts/basic/icon.tsx';
import { Select } from '../../parts/form/select.tsx';
import { setQuery } from '../../routing/location.ts';

export const SEARCH_KINDS = ['url', 'prefix', 'host', 'domain'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

export interface ContentSearch {
  readonly kind: SearchKind;
  readonly text: string;
}

export function parseContentSearch(query: URLSearchParams): ContentSearch | undefined {
  const text = query.get('q') ?? '';
  if (text === '') return undefined;
  return { kind: SEARCH_KINDS.find((kind) => kind === query.get('by')) ?? 'prefix', text };
}

export function ContentSearchForm({ search }: { search: ContentSearch | undefined }) {
  const kind = useSignal<SearchKind>(search?.kind ?? 'prefix');
  const text = useSignal(search?.text ?? '');

  function submit(event: Event): void {
    event.preventDefault();
    const q = text.value.trim();
    setQuery({ q, by: q === '' ? undefined : kind.value, url: undefined }, { replace: false });
  }

  return (
    <search>
      <form class="content-search" onSubmit={submit}>
        <Select
          label={t('content.searchBy')}
          value={kind.value}
          options={SEARCH_KINDS.map((each) => ({ value: each, label: t(`content.by.${each}`) }))}
          onChange={(chosen) => {
            kind.value = chosen as SearchKind;
          }}
        />
        <input
          type="search"
          spellcheck={false}
          autocomplete="off"
          aria-label={t('content.searchFor')}
          placeholder={t(`content.example.${kind.value}`)}
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
    </search>
  );
}
