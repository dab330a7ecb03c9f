// Shows the name of an AU, or its AUID if it has no name. The tooltip contains both. Callers add links and truncation.
import { useEffect } from 'preact/hooks';
import { shortenMiddle } from '../../language/printable.ts';
import { getAuName, requestAuName } from './au-names.ts';

const MOST_SHOWN = 300;
const MOST_TITLE = 1_000;

export function NamedAu({ auid }: { auid: string }) {
  useEffect(() => requestAuName(auid), [auid]);
  const name = getAuName(auid);
  const whole = name === undefined ? [auid] : [name, auid];
  return (
    <bdi title={whole.map((text) => shortenMiddle(text, MOST_TITLE)).join('\n')}>
      {shortenMiddle(name ?? auid, MOST_SHOWN)}
    </bdi>
  );
}
