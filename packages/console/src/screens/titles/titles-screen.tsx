// Screen of the title database: publishers, titles and AUs, a button to add AUs, and problems in the sources.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { GroupDialog } from '../../parts/au/group/group-dialog.tsx';
import { AUS_PER_REQUEST } from '../../parts/au/group/run.ts';
import { Button } from '../../parts/basic/button.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { Tabs } from '../../parts/basic/tabs.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { setQuery } from '../../routing/location.ts';
import type { ScreenProps } from '../../routing/route.ts';
import { canCall } from '../../service/clients.ts';
import { SourceProblems } from './findings.tsx';
import { countAddable, listAddableAus } from './queries.ts';
import type { ScopeSelection } from './scope.ts';
import { isEmptySearch, type TitleSearch } from './search.ts';
import { TitleSearchForm } from './search-form.tsx';
import { TitleTree } from './title-tree.tsx';
import { useTitleTree } from './use-title-tree.ts';

export default function TitlesScreen({ query }: ScreenProps) {
  const view = query.get('view') === 'findings' ? 'findings' : 'titles';
  return (
    <>
      <header class="screen-head">
        <h1>{t('titles.title')}</h1>
      </header>
      <Tabs
        label={t('titles.title')}
        tabs={[
          { key: 'titles', label: t('titles.browse') },
          { key: 'findings', label: t('titles.findings') },
        ]}
        current={view}
        onChange={(key) => setQuery({ view: key === 'titles' ? undefined : key })}
      >
        {view === 'findings' ? <SourceProblems /> : <Browse query={query} />}
      </Tabs>
    </>
  );
}

function Browse({ query }: { query: URLSearchParams }) {
  const [text, year, missing] = [query.get('q') ?? '', query.get('year') ?? '', query.get('missing') === '1'];
  const search = useMemo<TitleSearch>(() => ({ text, year, missing }), [text, year, missing]);
  const tree = useTitleTree(search);
  const [chosen, setChosen] = useState<ScopeSelection>(new Map());
  useEffect(() => setChosen(new Map()), [search]);
  const mayAdd = canCall('configuration', 'addAus');
  return (
    <div class="titles stack">
      <TitleSearchForm
        search={search}
        onSearch={(next) =>
          setQuery(
            { q: next.text.trim(), year: next.year, missing: next.missing ? 1 : undefined },
            { replace: false },
          )
        }
      />
      {tree.problem !== undefined && <ProblemMessage of={tree.problem} again={tree.again} />}
      {mayAdd && tree.state.publishers.length > 0 && (
        <AddBar search={search} chosen={chosen} onAdded={tree.again} onClear={() => setChosen(new Map())} />
      )}
      {tree.loading && tree.state.publishers.length === 0 && <LoadingIndicator />}
      {!tree.loading && tree.problem === undefined && tree.state.publishers.length === 0 && (
        <EmptyState title={t(isEmptySearch(search) ? 'titles.none' : 'titles.noneFound')}>
          {isEmptySearch(search) ? t('titles.noneWhy') : t('titles.noneFoundWhy')}
        </EmptyState>
      )}
      {tree.state.publishers.length > 0 && (
        <TitleTree tree={tree} chosen={mayAdd ? chosen : undefined} onChoose={setChosen} />
      )}
    </div>
  );
}

interface AddBarProps {
  readonly search: TitleSearch;
  readonly chosen: ScopeSelection;
  readonly onAdded: () => void;
  readonly onClear: () => void;
}

function AddBar({ search, chosen, onAdded, onClear }: AddBarProps) {
  const [count, setCount] = useState<number | undefined>(0);
  const [problem, setProblem] = useState<unknown>(undefined);
  const [isAsked, ask] = useState(false);
  const scopes = [...chosen.values()];

  useEffect(() => {
    const unwanted = new AbortController();
    const { signal } = unwanted;
    setCount(scopes.length === 0 ? 0 : undefined);
    setProblem(undefined);
    const own = scopes.filter(({ kind }) => kind === 'au').length;
    const whole = scopes.filter(({ kind }) => kind !== 'au');
    Promise.all(whole.map((scope) => countAddable(search, scope, signal))).then(
      (counts) => signal.aborted || setCount(counts.reduce((sum, one) => sum + one, own)),
      (error) => signal.aborted || setProblem(error),
    );
    return () => unwanted.abort();
  }, [chosen]);

  async function* batches(signal: AbortSignal): AsyncGenerator<readonly string[]> {
    const auids = scopes.flatMap((scope) => (scope.kind === 'au' ? [scope.auid] : []));
    for (let at = 0; at < auids.length; at += AUS_PER_REQUEST) yield auids.slice(at, at + AUS_PER_REQUEST);
    for (const scope of scopes)
      if (scope.kind !== 'au') yield* listAddableAus(search, scope, AUS_PER_REQUEST, signal);
  }

  return (
    <div class="row add-bar" role="toolbar" aria-label={t('aus.withSelected')}>
      {scopes.length === 0 ? (
        <span class="muted">{t('titles.tick')}</span>
      ) : (
        <Button
          kind="primary"
          disabled={count === 0}
          busy={count === undefined && problem === undefined}
          onClick={() => ask(true)}
        >
          {t('titles.addThese', { count: count ?? 0 })}
        </Button>
      )}
      {scopes.length > 0 && (
        <Button kind="quiet" onClick={onClear}>
          {t('aus.clearSelection')}
        </Button>
      )}
      {problem !== undefined && <ProblemMessage of={problem} />}
      {isAsked && (
        <GroupDialog
          operation="add"
          count={count ?? 0}
          batches={batches}
          onChanged={() => {
            onClear();
            onAdded();
          }}
          onClose={() => ask(false)}
        />
      )}
    </div>
  );
}
