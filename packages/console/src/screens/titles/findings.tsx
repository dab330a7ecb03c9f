// Lists problems in the sources of the title database with file and line, and duplicate entries, which are ignored.
import type { configuration as contract } from '@holdfast/api-types';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { ScrollRegion } from '../../parts/basic/scroll-region.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { Select } from '../../parts/form/select.tsx';
import { formatHref, formatPath } from '../../routing/location.ts';
import { configuration } from '../../service/clients.ts';
import { requestThroughOutage } from '../../service/outage.ts';

type FindingsPage = contract.components['schemas']['TitleFindings'];
type Finding = contract.components['schemas']['TitleFinding'];
const KINDS = ['problem', 'duplicate'] as const;
type TitleFindingKind = (typeof KINDS)[number];

export function SourceProblems() {
  const [kind, setKind] = useState<TitleFindingKind>('problem');
  return (
    <div class="stack">
      <div class="row">
        <Select
          label={t('titles.show')}
          showLabel
          value={kind}
          options={KINDS.map((value) => ({ value, label: t(`titles.kind.${value}`) }))}
          onChange={(value) => setKind(value as TitleFindingKind)}
        />
        <CopyAsCurl service="configuration" operation="getTitleFindings" input={{ kind }} />
      </div>
      <FindingList key={kind} kind={kind} />
    </div>
  );
}

function FindingList({ kind }: { kind: TitleFindingKind }) {
  const { findings, page, problem, isAsked, more } = useFindings(kind);
  return (
    <>
      {page !== undefined && page.total > 0 && (
        <p role="status">{t(`titles.total.${kind}`, { count: page.total })}</p>
      )}
      {findings.length > 0 && <FindingTable kind={kind} findings={findings} />}
      {page !== undefined && findings.length === 0 && <EmptyState title={t(`titles.no.${kind}`)} />}
      {problem !== undefined && <ProblemMessage of={problem} again={more} />}
      {page === undefined && problem === undefined && <LoadingIndicator />}
      {page?.continuationToken !== undefined && (
        <Button busy={isAsked} onClick={more}>
          {t('titles.more')}
        </Button>
      )}
    </>
  );
}

function FindingTable({ kind, findings }: { kind: TitleFindingKind; findings: readonly Finding[] }) {
  return (
    <ScrollRegion kind="scroll-x" label={t('titles.findings')}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{t('titles.source')}</th>
            <th scope="col">{t('titles.line')}</th>
            <th scope="col">{t(kind === 'problem' ? 'titles.what' : 'titles.au')}</th>
            {kind === 'duplicate' && <th scope="col">{t('titles.first')}</th>}
          </tr>
        </thead>
        <tbody>
          {findings.map(({ source, line, column, message, auId, first }, at) => (
            // Uses the index as key, because a line may have the same message twice.
            <tr key={at}>
              <td class="mono small breaks">{source}</td>
              <td class="number">{[line, column].filter((one) => one !== undefined).join(':')}</td>
              <td class="breaks">
                {auId === undefined ? (
                  message
                ) : (
                  <a href={formatHref(formatPath('/aus/:auid', { auid: auId }))}>{message}</a>
                )}
              </td>
              {first !== undefined && (
                <td class="mono small breaks">
                  {first.source}:{first.line}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** Hook that loads the problems or the duplicates page by page. */
function useFindings(kind: TitleFindingKind) {
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const [page, setPage] = useState<FindingsPage | undefined>(undefined);
  const [problem, setProblem] = useState<unknown>(undefined);
  const [wanted, want] = useState<{ readonly token: string | undefined }>({ token: undefined });
  const [isAsked, setAsked] = useState(true);

  useEffect(() => {
    const unwanted = new AbortController();
    const { signal } = unwanted;
    setAsked(true);
    setProblem(undefined);
    const ask = () => configuration.getTitleFindings({ kind, continuationToken: wanted.token }, { signal });
    requestThroughOutage(ask, { signal, onProblem: setProblem }).then(
      (next) => {
        if (signal.aborted) return;
        setProblem(undefined);
        setFindings((before) => [...before, ...next.findings]);
        setPage(next);
        setAsked(false);
      },
      (error) => {
        if (signal.aborted) return;
        setProblem(error);
        setAsked(false);
      },
    );
    return () => unwanted.abort();
  }, [wanted]);

  return { findings, page, problem, isAsked, more: () => want({ token: page?.continuationToken }) };
}
