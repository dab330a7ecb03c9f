// Runs the checks of `./holdfast doctor` in the services, and shows the findings, worst first. The checks run only
// on request, because they write test objects.
import { useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { configuration, repository } from '../../service/clients.ts';
import type { ServiceId } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { type ServiceFinding, sortByVerdict, summarizeFindings } from './findings.ts';

const BADGES: Readonly<Record<ServiceFinding['verdict'], string>> = {
  fault: 'badge-bad',
  warning: 'badge-warning',
  advice: '',
  skipped: '',
  fine: 'badge-good',
};

export function DiagnosisPanel({ services }: { readonly services: readonly ServiceId[] }) {
  const { isBusy, problem, run } = useAction();
  const [findings, setFindings] = useState<readonly ServiceFinding[]>();
  const check = () =>
    void run(async () => {
      const found = await Promise.all(services.map(requestFindings));
      setFindings(sortByVerdict(found.flat()));
    });
  return (
    <section class="card stack" aria-busy={isBusy}>
      <header class="row row-between">
        <h2>{t('settings.diagnosis')}</h2>
        <Button busy={isBusy} onClick={check}>
          {t(findings === undefined ? 'settings.diagnosis.run' : 'settings.diagnosis.again')}
        </Button>
      </header>
      <p class="muted small" role="status">
        {isBusy && t('settings.diagnosis.running')}
        {!isBusy && findings === undefined && t('settings.diagnosis.why')}
        {!isBusy && findings !== undefined && t(`settings.diagnosis.${summarizeFindings(findings)}`)}
      </p>
      {problem !== undefined && <ProblemMessage of={problem} />}
      {findings !== undefined && <Findings of={findings} />}
    </section>
  );
}

async function requestFindings(service: ServiceId): Promise<ServiceFinding[]> {
  const client = service === 'repository' ? repository : configuration;
  const { findings } = await client.getDoctor();
  return findings.map((finding) => ({ ...finding, service }));
}

function Findings({ of }: { readonly of: readonly ServiceFinding[] }) {
  const fine = of.filter(({ verdict }) => verdict === 'fine');
  return (
    <>
      <FindingList of={of.filter(({ verdict }) => verdict !== 'fine')} />
      <details>
        <summary>{t('settings.diagnosis.count', { count: fine.length })}</summary>
        <FindingList of={fine} />
      </details>
    </>
  );
}

function FindingList({ of }: { readonly of: readonly ServiceFinding[] }) {
  if (of.length === 0) return null;
  return (
    <ul class="findings">
      {of.map(({ service, id, verdict, message, remedy }, at) => (
        <li key={`${service} ${id} ${at}`}>
          <span class={`badge ${BADGES[verdict]}`}>{t(`settings.diagnosis.${verdict}`)}</span>
          <div>
            <p lang="en">{message}</p>
            {remedy !== undefined && (
              <p class="small" lang="en">
                → {remedy}
              </p>
            )}
            <p class="muted small">
              {t(`settings.of.${service}`)} · <code>{id}</code>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
