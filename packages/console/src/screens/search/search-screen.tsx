// Screen of all results of a search: captures in a table, and AUs, titles and publishers in lists. The search box above
// the screen starts a search.
import { t } from '../../language/t.ts';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import type { ScreenProps } from '../../routing/route.ts';
import { FoundCaptureTable } from '../../search/capture-table.tsx';
import { findCaptures } from '../../search/find-captures.ts';
import { canCall } from '../../service/clients.ts';
import { useResponse } from '../../service/use-response.ts';
import { FoundAus, FoundPublishers, FoundTitles } from './found-names.tsx';

/** Maximum number of captures that the service returns. */
const MAX_CAPTURES = 50;

export default function SearchScreen({ query }: ScreenProps) {
  const text = query.get('q')?.trim() ?? '';
  if (text === '')
    return (
      <>
        <h1>{t('search.title')}</h1>
        <EmptyState title={t('found.nothingAsked')}>{t('found.hint')}</EmptyState>
      </>
    );
  return (
    <div class="stack search-results" key={text}>
      <h1>
        {t('search.title')}: <bdi class="breaks">{text}</bdi>
      </h1>
      {canCall('repository', 'searchContent') && <Captures text={text} />}
      {canCall('configuration', 'queryAus') && <FoundAus text={text} />}
      {canCall('configuration', 'queryTdbTitles') && <FoundTitles text={text} />}
      {canCall('configuration', 'queryTdbPublishers') && <FoundPublishers text={text} />}
    </div>
  );
}

function Captures({ text }: { text: string }) {
  const { value, problem, again } = useResponse((signal) => findCaptures(text, MAX_CAPTURES, signal), [text]);
  return (
    <section class="stack">
      <h2>{t('found.group.captures')}</h2>
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      {problem === undefined && value === undefined && <LoadingIndicator />}
      {value !== undefined && <FoundCaptureTable found={value} />}
    </section>
  );
}
