// Table cells of an audit entry.
import { shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { AuName } from '../../parts/au/au-name.tsx';
import { DEFAULT_NAMESPACE, formatArtifactHref } from '../../parts/captures/scope.ts';
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
  const { auid, artifact, subject } = row;
  const namespace = String(subject?.namespace ?? DEFAULT_NAMESPACE);
  if (artifact !== undefined)
    return (
      <a
        class={`audit-cut${subject?.uri === undefined ? ' mono small' : ''}`}
        href={formatArtifactHref(artifact, namespace)}
        title={artifact}
      >
        <bdi>{subject?.uri === undefined ? artifact : shortenMiddle(String(subject.uri), 200)}</bdi>
      </a>
    );
  if (auid !== undefined)
    return (
      <span class="audit-cut">
        <AuName auid={auid} namespace={namespace} link />
      </span>
    );
  return <span class="audit-cut">{nameSubject(subject) || '–'}</span>;
}

/** Fields that name the object, in order of preference. */
const NAMES = [
  'sectionName',
  'job',
  'name',
  'username',
  'userNames',
  'address',
  'url',
  'hold',
  'id',
  'namespace',
];

/** Returns the name of an object without a screen, for example the name of a file, or a number of AUs. */
function nameSubject(subject: AuditRow['subject']): string {
  const count = Array.isArray(subject?.auids) ? subject.auids.length : subject?.aus;
  if (typeof count === 'number') return t('audit.aus', { count });
  const name = NAMES.map((key) => subject?.[key]).find((value) => value !== undefined);
  if (name === undefined) return '';
  return shortenMiddle(Array.isArray(name) ? name.join(', ') : String(name), 200);
}

/** Formats all fields of the subject, for example `sectionName: expert, version: 2`. */
export function formatAuditSubject(subject: AuditRow['subject']): string {
  const words = Object.entries(subject ?? {}).map(
    ([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
  );
  return shortenMiddle(words.join(', '), 300);
}
