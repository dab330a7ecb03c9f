// List of the AUs that only one of the two services has.
import { t } from '../../language/t.ts';
import { AuName } from '../../parts/au/au-name.tsx';
import { Button } from '../../parts/basic/button.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { formatHref } from '../../routing/location.ts';
import { usePagedList } from '../../service/use-paged-list.ts';

/** Number of AUs that are compared per batch. */
export const COMPARED_AUS = 500;

export interface UnmatchedAu {
  /** Namespace that contains the AU. Undefined if the AU has no content. */
  readonly namespace?: string;
  readonly auid: string;
}

export interface UnmatchedPage {
  readonly rows: readonly UnmatchedAu[];
  readonly token: string | undefined;
}

interface UnmatchedProps {
  /** Prefix of the messages: `aus.unconfigured` or `aus.empty`. */
  readonly words: 'unconfigured' | 'empty';
  readonly load: (token: string | undefined, signal: AbortSignal) => Promise<UnmatchedPage>;
}

export function UnmatchedAus({ words, load }: UnmatchedProps) {
  const { rows, more, problem, loading, again } = usePagedList<UnmatchedAu>(load, [words]);
  return (
    <section class="stack" aria-label={t(`aus.${words}`)}>
      <div class="row">
        <h2>{t(`aus.${words}`)}</h2>
        <a href={formatHref('/aus')}>{t('aus.toConfigured')}</a>
      </div>
      <p class="muted">{t(`aus.${words}.what`)}</p>
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      {rows.length > 0 && (
        <ul class="stack">
          {rows.map(({ namespace, auid }) => (
            <li key={`${namespace} ${auid}`} class="row breaks">
              <AuName auid={auid} link />
              {namespace !== undefined && <span class="badge">{namespace}</span>}
            </li>
          ))}
        </ul>
      )}
      {rows.length === 0 && more === undefined && !loading && problem === undefined && (
        <EmptyState title={t(`aus.${words}.none`)} />
      )}
      {loading && <LoadingIndicator />}
      {more !== undefined && !loading && (
        <Button onClick={more}>{t('aus.compareMore', { count: COMPARED_AUS })}</Button>
      )}
    </section>
  );
}
