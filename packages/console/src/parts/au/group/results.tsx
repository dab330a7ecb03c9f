// Shows the results of a bulk action: counts by outcome, and then a line for each AU, failures first.
import { useState } from 'preact/hooks';
import { t } from '../../../language/t.ts';
import { formatHref, formatPath } from '../../../routing/location.ts';
import { Button } from '../../basic/button.tsx';
import { Count } from '../../basic/count.tsx';
import { ScrollRegion } from '../../basic/scroll-region.tsx';
import type { GroupProgress, GroupResult } from './run.ts';

const SHOWN_AT_FIRST = 20;

export function GroupResults({ progress: { messages, failures, successes } }: { progress: GroupProgress }) {
  const [isOpen, open] = useState(false);
  const all = [...failures, ...successes];
  const shown = isOpen ? all : all.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <ul class="group-outcomes" aria-live="polite">
        {messages.map(({ message, isSuccess, count }) => (
          <li key={`${isSuccess} ${message}`}>
            <Outcome isSuccess={isSuccess} /> <Count of={count} /> {message}
          </li>
        ))}
      </ul>
      {all.length > 0 && (
        <ScrollRegion kind="scroll-x" label={t('aus.group.each')}>
          <table class="table">
            <caption class="only-read">{t('aus.group.each')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('aus.column.name')}</th>
                <th scope="col">{t('aus.group.outcome')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((result) => (
                <ResultRow key={result.auId} {...result} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {shown.length < all.length && (
        <Button kind="quiet" onClick={() => open(true)}>
          {t('aus.group.showAll', { count: all.length })}
        </Button>
      )}
    </>
  );
}

function ResultRow({ auId, name, isSuccess, message }: GroupResult) {
  return (
    <tr>
      <td class="breaks">
        <a href={formatHref(formatPath('/aus/:auid', { auid: auId }))}>{name}</a>
      </td>
      <td class="breaks">
        <Outcome isSuccess={isSuccess} /> {message}
      </td>
    </tr>
  );
}

function Outcome({ isSuccess }: { isSuccess: boolean }) {
  return (
    <span class={`badge ${isSuccess ? 'badge-good' : 'badge-bad'}`}>
      {t(isSuccess ? 'aus.group.done' : 'aus.group.failed')}
    </span>
  );
}
