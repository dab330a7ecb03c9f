// Shows a size in bytes. The tooltip contains the exact number.
import { formatBytes, formatCount } from '../../language/format.ts';
import { t } from '../../language/t.ts';

export function Bytes({ of }: { of: number | undefined | null }) {
  const exact = of === undefined || of === null ? undefined : t('common.bytes', { count: of });
  return (
    <span class="number" title={exact ?? formatCount(of)}>
      {formatBytes(of)}
    </span>
  );
}
