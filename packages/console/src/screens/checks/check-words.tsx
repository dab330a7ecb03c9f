// Describes a check: its scope, its progress and its result.
import type { Check, CheckScope } from '@holdfast/api-types';
import { formatCount } from '../../language/format.ts';
import { shortenMiddle } from '../../language/printable.ts';
import { t, translateRich } from '../../language/t.ts';
import { AuName } from '../../parts/au/au-name.tsx';
import { chooseVerdictBadge } from './check-verdict.ts';

const MAX_URL = 300;

/** Shows the artifacts that a check covers. */
export function ScopeText({ scope, link = false }: { scope: CheckScope; link?: boolean }) {
  const { kind, namespace = '', auid, urlPrefix = '', artifacts = 0 } = scope;
  if (kind === 'node') return <>{t('checks.scope.node')}</>;
  if (kind === 'namespace') return <>{t('checks.inNamespace', { name: namespace })}</>;
  if (kind === 'list') return <>{t('checks.inList', { count: artifacts })}</>;
  const au = auid === undefined ? undefined : <AuName auid={auid} namespace={namespace} link={link} />;
  if (kind === 'au') return <>{au}</>;
  const prefix = <bdi class="breaks">{shortenMiddle(urlPrefix, MAX_URL)}</bdi>;
  return (
    <>
      {translateRich('checks.underPrefix', { prefix })}
      {au !== undefined && <> ({au})</>}
    </>
  );
}

/** Shows the verdict of a check, or its state until it ends. */
export function VerdictBadge({ check }: { check: Check }) {
  const { state, verdict } = check;
  const words =
    verdict === undefined || state === 'cancelled' || state === 'failed'
      ? t(`checks.state.${state}`)
      : t(`checks.verdict.${verdict}`);
  return <span class={chooseVerdictBadge(check)}>{words}</span>;
}

/** Returns the numbers of artifacts that are not intact, such as `1 damaged, 1 repaired`. */
export function describeFaults({ damaged, missing, unreadable, notChecked, repaired }: Check): string {
  const counts = [
    [t('checks.damaged'), damaged],
    [t('checks.missing'), missing],
    [t('checks.unreadable'), unreadable],
    [t('checks.notChecked'), notChecked],
    [t('checks.repaired'), repaired],
  ] as const;
  return counts
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${word}: ${formatCount(count)}`)
    .join(' · ');
}
