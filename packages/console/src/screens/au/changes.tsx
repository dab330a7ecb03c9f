// Lists the users who added, changed, deactivated or deleted the AU, from the audit log.
import type { AuHistory, AuHistoryEntry } from '@holdfast/api-types';
import { useRef, useState } from 'preact/hooks';
import { hasMessage, t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { configuration } from '../../service/clients.ts';
import { useResponse } from '../../service/use-response.ts';

const LIMIT = 20;

/** Time to wait after a change before the audit log is read, because its entry is written slightly later. */
const SETTLED_MS = 750;

/** Shows the changes, newest first. A new `version` means that the AU may have changed, and reloads the list. */
export function AuChanges({ auid, version }: { auid: string; version: string }) {
  const first = useRef(version);
  return <Pages key={`${auid} ${version}`} auid={auid} waitMs={version === first.current ? 0 : SETTLED_MS} />;
}

function Pages({ auid, waitMs }: { auid: string; waitMs: number }) {
  const [before, setBefore] = useState<readonly AuHistory[]>([]);
  const token = before.at(-1)?.continuationToken;
  // Excludes routine updates: frequent updates by peers and crawlers would hide the changes made by users.
  const input = { auid, limit: LIMIT, routine: false };
  const { value, problem, loading, again } = useResponse(
    async (signal) => {
      if (before.length === 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      return configuration.getAuHistory({ ...input, ...(token && { continuationToken: token }) }, { signal });
    },
    [before],
  );
  const pages = value === undefined ? before : [...before, value];
  const entries = pages.flatMap((page) => page.entries);
  if (pages.length === 0)
    return problem === undefined ? <LoadingIndicator /> : <ProblemMessage of={problem} again={again} />;
  return (
    <div class="stack">
      {entries.length === 0 ? (
        <p class="muted">{t('au.doneByNobody')}</p>
      ) : (
        <ol class="au-history">
          {entries.map((entry, at) => (
            <Line key={at} entry={entry} />
          ))}
        </ol>
      )}
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      <div class="row">
        {value?.continuationToken !== undefined && (
          <Button busy={loading} onClick={() => setBefore(pages)}>
            {t('au.doneByMore')}
          </Button>
        )}
        <CopyAsCurl service="configuration" operation="getAuHistory" input={input} />
      </div>
    </div>
  );
}

function Line({ entry: { at, operation, user, outcome, status } }: { entry: AuHistoryEntry }) {
  const key = `au.done.${operation}`;
  return (
    <li>
      <Time at={at} />
      <span>
        {hasMessage(key) ? t(key) : operation}
        {user !== undefined && (
          <>
            {' · '}
            <bdi>{user}</bdi>
          </>
        )}
        {outcome !== 'ok' && (
          <span class="warning">
            {' · '}
            {t('au.doneFailed')}
            {status !== undefined && ` (${status})`}
          </span>
        )}
      </span>
    </li>
  );
}
