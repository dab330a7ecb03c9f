// Shows a property of an AU in a table cell.
import { formatShare } from '../../language/format.ts';
import { shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { ActiveBadge } from '../../parts/au/active-badge.tsx';
import { Bytes } from '../../parts/basic/bytes.tsx';
import { Count } from '../../parts/basic/count.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { MiddleCut } from '../../parts/text/middle-cut.tsx';
import { formatHref, formatPath } from '../../routing/location.ts';
import { isAuDamaged } from '../../service/known-damage.ts';
import { getHoldings } from '../../service/known-holdings.ts';
import type { AuColumn } from './columns.ts';
import type { AuRow } from './use-listing.ts';

/** Maximum length of the text in a cell. */
const MAX_TEXT = 300;

/** Placeholder row for an AU that was removed after the query. */
export const DELETED_AU_ROW: AuRow = { auId: '' };

export function AuCell({ row, column: { name, kind, isFromRepository } }: { row: AuRow; column: AuColumn }) {
  const value = row[name as keyof AuRow] as string | number | boolean | undefined;
  if (row === DELETED_AU_ROW) return <span class="muted">{name === 'name' ? t('aus.gone') : '–'}</span>;
  if (name === 'name') return <AuName row={row} />;
  if (isFromRepository) return <HoldingsCell auid={row.auId} name={name} />;
  if (name === 'active') return <ActiveBadge active={row.active !== false} />;
  if (value === undefined) return <span class="muted">–</span>;
  switch (kind) {
    case 'bytes':
      return <Bytes of={value as number} />;
    case 'count':
      return <Count of={value as number} />;
    case 'share':
      return <span class="number">{formatShare(value as number)}</span>;
    case 'time':
      return <Time at={value as number} age />;
    case 'boolean':
      return <>{t(value ? 'aus.yes' : 'aus.no')}</>;
    case 'choice':
      return <>{t(`aus.choice.${value}`)}</>;
    case 'text':
      return (
        <span title={shortenMiddle(String(value), 1_000)}>{shortenMiddle(String(value), MAX_TEXT)}</span>
      );
  }
}

/** Shows a figure of the repository service, or a placeholder until the service has responded. */
function HoldingsCell({ auid, name }: { auid: string; name: string }) {
  const held = getHoldings(auid);
  if (held === undefined) return <span class="muted">…</span>;
  if (held === 'away') return <span class="warning">{t('aus.away')}</span>;
  if (name !== 'artifacts') return <Bytes of={held?.storedBytes ?? 0} />;
  const namespaces = held?.namespaces ?? [];
  if (namespaces.length < 2) return <Count of={held?.artifacts ?? 0} />;
  const names = shortenMiddle(namespaces.join(', '), 1_000);
  return (
    <span title={t('aus.inNamespaces', { count: namespaces.length, names })}>
      <Count of={held?.artifacts} />
    </span>
  );
}

function AuName({ row: { auId, name = auId } }: { row: AuRow }) {
  const link = (
    <a href={formatHref(formatPath('/aus/:auid', { auid: auId }))}>
      <MiddleCut text={name} />
    </a>
  );
  if (!isAuDamaged(auId)) return link;
  return (
    <span class="aus-damaged">
      {link} <span class="badge badge-bad">{t('aus.damaged')}</span>
    </span>
  );
}
