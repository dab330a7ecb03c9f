// Table cell with an AU. Omits the middle of long names.
import { shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { AuName } from '../../parts/au/au-name.tsx';
import { DEFAULT_NAMESPACE, formatScopePath } from '../../parts/captures/scope.ts';
import { formatHref } from '../../routing/location.ts';

interface AuCellProps {
  readonly auid: string;
  readonly namespace: string;
  /** True to link the cell to the AU. The AU must have content. */
  readonly isLink: boolean;
}

export function ImportAuCell({ auid, namespace, isLink }: AuCellProps) {
  return (
    <span class="import-au-cell">
      {isLink ? (
        <a class="cut" href={formatHref(formatScopePath({ namespace, auid }))}>
          <AuName auid={auid} oneLine />
        </a>
      ) : (
        <span class="cut">
          <AuName auid={auid} oneLine />
        </span>
      )}
      <Namespace of={namespace} />
    </span>
  );
}

function Namespace({ of }: { of: string }) {
  if (of === DEFAULT_NAMESPACE) return null;
  return (
    <span
      class="small muted cut import-namespace"
      title={t('import.inNamespace', { namespace: shortenMiddle(of, MOST) })}
    >
      {shortenMiddle(of, MOST)}
    </span>
  );
}

const MOST = 255;
