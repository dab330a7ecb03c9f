// Table cells of an audit entry.
import { shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { formatArtifactHref } from '../../parts/captures/scope.ts';
import { formatHref, formatPath } from '../../routing/location.ts';
import { reachableServices } from '../../service/session.ts';
import type { AuditRow } from './merged-log.ts';

const TONES: Readonly<Record<string, string>> = {
  ok: 'badge-good',
  error: 'badge-bad',
  aborted: 'badge-warning',
  well: 'badge-good',
  repaired: 'badge-good',
  damaged: 'badge-warning',
};

/** Results of a repair. */
const RESULTS = ['well', 'repaired', 'damaged'] as const;

export function OutcomeBadge({ row: { event, outcome, status, subject } }: { row: AuditRow }) {
  if (event === 'missing') return <span class="badge badge-warning">{t('audit.event.missing')}</span>;
  // For a successful operation, shows its result (if any) instead of `ok`, because the result is more specific.
  const shownOutcome = (outcome === 'ok' && RESULTS.find((one) => one === subject?.result)) || outcome;
  return (
    <span class={`badge ${TONES[shownOutcome]}`}>
      {t(`audit.outcome.${shownOutcome}`)}
      {status !== undefined && outcome !== 'ok' && ` ${status}`}
    </span>
  );
}

/** Shows the user, or the reason why the login was rejected. */
export function AuditUser({ row: { user, why } }: { row: AuditRow }) {
  if (user !== undefined) return <bdi class="audit-cut">{shortenMiddle(user, 100)}</bdi>;
  return <span class="muted">{why === undefined ? t('audit.nobody') : t('audit.refused', { why })}</span>;
}

/** Shows the object of the operation. If the object has a screen, links to it. */
export function AuditSubject({ row }: { row: AuditRow }) {
  const { auid, artifact, subject, service } = row;
  const namespace = String(subject?.namespace ?? 'default');
  if (artifact !== undefined)
    return (
      <a class="audit-cut mono small" href={formatArtifactHref(artifact, namespace)}>
        {artifact}
      </a>
    );
  if (auid !== undefined) {
    const words = <bdi>{shortenMiddle(auid, 200)}</bdi>;
    const hasScreen = service === 'configuration' && reachableServices.value.configuration !== undefined;
    return hasScreen ? (
      <a class="audit-cut" href={formatHref(formatPath('/aus/:auid', { auid }))}>
        {words}
      </a>
    ) : (
      <span class="audit-cut">{words}</span>
    );
  }
  return <span class="audit-cut">{formatAuditSubject(subject) || '–'}</span>;
}

/** Formats the subject of an entry, for example `sectionName: expert, version: 2`. */
export function formatAuditSubject(subject: AuditRow['subject']): string {
  const words = Object.entries(subject ?? {}).map(
    ([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
  );
  return shortenMiddle(words.join(', '), 300);
}
