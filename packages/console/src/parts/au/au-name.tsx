// Shows the name of an AU. Shows the AUID while the name is loading and if the AU has no name. The tooltip contains
// both.
import { useEffect } from 'preact/hooks';
import { shortenMiddle } from '../../language/printable.ts';
import { formatHref, formatPath } from '../../routing/location.ts';
import { canCall } from '../../service/clients.ts';
import { MiddleCut } from '../text/middle-cut.tsx';
import { getAuName, requestAuName } from './au-names.ts';

interface AuNameProps {
  readonly auid: string;
  /** Namespace with the content of the AU. If undefined, the link leads to the AU in the configuration service. */
  readonly namespace?: string | undefined;
  /** Whether the name is a link. */
  readonly link?: boolean;
  /** Whether to show the name on one line. If the space is too narrow, the middle of the name is omitted. */
  readonly oneLine?: boolean;
}

const MAX_SHOWN = 300;
const MAX_TITLE = 1_000;

export function AuName({ auid, namespace, link = false, oneLine = false }: AuNameProps) {
  useEffect(() => requestAuName(auid), [auid]);
  const name = getAuName(auid);
  const whole = name === undefined ? [auid] : [name, auid];
  const title = whole.map((text) => shortenMiddle(text, MAX_TITLE)).join('\n');
  const shown = oneLine ? (
    <MiddleCut text={name ?? auid} title={title} />
  ) : (
    <bdi title={title}>{shortenMiddle(name ?? auid, MAX_SHOWN)}</bdi>
  );
  const href = link ? formatAuHref(auid, namespace) : undefined;
  return href === undefined ? shown : <a href={href}>{shown}</a>;
}

/**
 * Returns the URL of the AU's screen. If this user has no access to the configuration service, returns the URL of the
 * AU's content.
 */
function formatAuHref(auid: string, namespace: string | undefined): string | undefined {
  if (canCall('configuration', 'getAuStatus')) return formatHref(formatPath('/aus/:auid', { auid }));
  if (namespace === undefined) return undefined;
  return formatHref(formatPath('/content/:namespace/:auid', { namespace, auid }));
}
