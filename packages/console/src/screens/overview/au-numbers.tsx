// Numbers of AUs: how many are configured, and how many have content without configuration.
import { formatCount } from '../../language/format.ts';
import { t } from '../../language/t.ts';
import { buildNameQueries } from '../../parts/au/name-queries.ts';
import { formatHref } from '../../routing/location.ts';
import { canCall, configuration, repository } from '../../service/clients.ts';
import { useResponse } from '../../service/use-response.ts';

interface AuNumbersProps {
  /** Number of AUs with content. */
  readonly aus: number;
}

interface ComparedAuCounts {
  readonly configured: number;
  /** Number of AUs with content but without configuration. Undefined if there are too many AUs to compare. */
  readonly unconfigured: number | undefined;
}

/** Maximum number of AUs to compare with the configuration. One request compares about 40 AUs. */
const MAX_COMPARED = 500;
const AGAIN_MS = 600_000;

export function AuNumbers({ aus }: AuNumbersProps) {
  const isOffered = canCall('configuration', 'queryAus');
  const { value } = useResponse(
    async (signal) => (isOffered ? loadNumbers(aus, signal) : undefined),
    [isOffered, aus],
    { keep: true, everyMs: AGAIN_MS },
  );
  if (value === undefined) return null;
  return (
    <p class="muted">
      <a href={formatHref('/aus')}>{t('overview.ausConfigured', { count: value.configured })}</a>
      {value.unconfigured !== undefined && value.unconfigured > 0 && (
        <>
          {' · '}
          <a href={formatHref('/aus', { view: 'unconfigured' })}>
            {t('overview.ausUnconfigured', { number: formatCount(value.unconfigured) })}
          </a>
        </>
      )}
    </p>
  );
}

async function loadNumbers(aus: number, signal: AbortSignal): Promise<ComparedAuCounts> {
  const [counted, unconfigured] = await Promise.all([
    configuration.queryAus({ auQuery: 'select count(*) as count' }, { signal }) as Promise<unknown>,
    aus > MAX_COMPARED || !canCall('repository', 'getAus') ? undefined : countUnconfigured(signal),
  ]);
  const [{ count } = { count: 0 }] = counted as readonly { readonly count: number }[];
  return { configured: count, unconfigured };
}

async function countUnconfigured(signal: AbortSignal): Promise<number> {
  const namespaces = await repository.getNamespaces({}, { signal });
  const pages = await Promise.all(
    namespaces.map((namespace) => repository.getAus({ namespace, limit: MAX_COMPARED }, { signal })),
  );
  const held = new Set(pages.flatMap(({ auids }) => auids));
  for (const auQuery of buildNameQueries([...held]))
    for (const { auId } of await configuration.queryAus({ auQuery }, { signal })) held.delete(auId ?? '');
  return held.size;
}
