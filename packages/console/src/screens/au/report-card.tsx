// Report on the content of an AU: artifacts and bytes by host, media type, status and year, with a download as CSV.
import type { AuReport, AuReportLine } from '@holdfast/api-types';
import { useState } from 'preact/hooks';
import { formatBytes, formatCount } from '../../language/format.ts';
import { shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { DownloadLink } from '../../parts/basic/download.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { Tabs } from '../../parts/basic/tabs.tsx';
import { Bars } from '../../parts/chart/bars.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { formatCallUrl, repository } from '../../service/clients.ts';
import { useResponse } from '../../service/use-response.ts';

const GROUPS = ['hosts', 'types', 'statuses', 'years'] as const;
type ReportGroup = (typeof GROUPS)[number];

const SHOWN_AT_FIRST = 12;
/** If an AU has more artifacts than this, the report is computed only on request. */
const MANY_ARTIFACTS = 200_000;
const MAX_NAME = 120;

interface ReportProps {
  readonly auid: string;
  readonly namespace: string;
  /** Number of artifacts of the AU. */
  readonly artifacts: number;
}

export function AuReportCard({ auid, namespace, artifacts }: ReportProps) {
  const [isWanted, want] = useState(artifacts <= MANY_ARTIFACTS);
  const input = { auid, namespace };
  return (
    <section class="card stack" aria-label={t('au.report')}>
      <div class="row">
        <h2>{t('au.report')}</h2>
        <DownloadLink
          href={formatCallUrl({
            service: 'repository',
            operation: 'getAuReport',
            input: { ...input, format: 'csv' },
          })}
          name="au-report.csv"
        >
          CSV
        </DownloadLink>
        <CopyAsCurl service="repository" operation="getAuReport" input={input} />
      </div>
      {isWanted ? (
        <Report auid={auid} namespace={namespace} />
      ) : (
        <Button onClick={() => want(true)}>{t('au.report.count', { count: artifacts })}</Button>
      )}
    </section>
  );
}

function Report({ auid, namespace }: Omit<ReportProps, 'artifacts'>) {
  const [group, setGroup] = useState<ReportGroup>('hosts');
  const { value, problem, again } = useResponse(
    async (signal) => {
      const answer = await repository.getAuReport({ auid, namespace }, { signal });
      return answer.json() as Promise<AuReport>;
    },
    [auid, namespace],
  );
  if (problem !== undefined) return <ProblemMessage of={problem} again={again} />;
  if (value === undefined) return <LoadingIndicator />;
  return (
    <Tabs
      label={t('au.report')}
      tabs={GROUPS.map((key) => ({ key, label: `${t(`au.report.${key}`)} (${countNames(value, key)})` }))}
      current={group}
      onChange={(key) => setGroup(key as ReportGroup)}
    >
      <Lines key={group} label={t(`au.report.${group}`)} lines={value[group]} />
    </Tabs>
  );
}

function countNames(report: AuReport, group: ReportGroup): string {
  return formatCount(report[group].reduce((sum, { others = 1 }) => sum + others, 0));
}

function Lines({ label, lines }: { label: string; lines: readonly AuReportLine[] }) {
  const [isOpen, open] = useState(false);
  const shown = isOpen ? lines : lines.slice(0, SHOWN_AT_FIRST);
  return (
    <div class="stack">
      <Bars
        label={label}
        bars={shown.map((line) => ({
          key: `${line.name ?? ''} ${line.others ?? ''}`,
          label: formatLineLabel(line),
          value: line.artifacts,
          text: `${t('au.report.artifacts', { count: line.artifacts })} · ${formatBytes(line.bytes)}`,
        }))}
      />
      {shown.length < lines.length && (
        <Button kind="quiet" onClick={() => open(true)}>
          {t('au.showAll', { count: lines.length })}
        </Button>
      )}
    </div>
  );
}

function formatLineLabel({ name, others }: AuReportLine): string {
  if (others !== undefined) return t('au.report.others', { count: others });
  return name === undefined || name === '' ? t('au.report.none') : shortenMiddle(name, MAX_NAME);
}
