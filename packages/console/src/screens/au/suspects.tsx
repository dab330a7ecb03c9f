// Lists URLs whose content is suspect according to a poll or a local check, and peers that do not have the AU.
import type { AuSuspectUrlVersions, NoAuPeers } from '@holdfast/api-types';
import { useState } from 'preact/hooks';
import { shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { ScrollRegion } from '../../parts/basic/scroll-region.tsx';
import { Time } from '../../parts/basic/time.tsx';

const SHOWN_AT_FIRST = 20;
const MAX_URL = 600;

type SuspectVersion = AuSuspectUrlVersions['suspectVersions'][number];

export function SuspectUrls({ suspects: { suspectVersions } }: { suspects: AuSuspectUrlVersions }) {
  const [isOpen, open] = useState(false);
  const shown = isOpen ? suspectVersions : suspectVersions.slice(0, SHOWN_AT_FIRST);
  return (
    <section class="card stack">
      <h2>{t('au.suspects')}</h2>
      {shown.length === 0 ? (
        <p class="muted">{t('au.noSuspects')}</p>
      ) : (
        <ScrollRegion kind="scroll-x" label={t('au.suspects')}>
          <table class="table">
            <thead>
              <tr>
                <th scope="col">URL</th>
                <th scope="col">{t('au.version')}</th>
                <th scope="col">{t('au.found')}</th>
                <th scope="col">{t('au.hashes')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((version) => (
                <Suspect key={`${version.version} ${version.url}`} {...version} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {shown.length < suspectVersions.length && (
        <Button kind="quiet" onClick={() => open(true)}>
          {t('au.showAll', { count: suspectVersions.length })}
        </Button>
      )}
    </section>
  );
}

function Suspect({ url, version, created, storedHash, computedHash }: SuspectVersion) {
  return (
    <tr>
      <td class="breaks mono small">{shortenMiddle(url, MAX_URL)}</td>
      <td class="number">{version}</td>
      <td>{created !== undefined && created > 0 && <Time at={created} />}</td>
      <td class="mono small breaks">
        <Hash label={t('au.storedHash')} hash={storedHash} />
        <Hash label={t('au.computedHash')} hash={computedHash} />
      </td>
    </tr>
  );
}

function Hash({ label, hash }: { label: string; hash: SuspectVersion['storedHash'] }) {
  if (!hash) return null;
  return (
    <div>
      {label}: {hash.algorithm} {hash.bytes}
    </div>
  );
}

export function NoAuPeersList({ peers: { rawSet, date } }: { peers: NoAuPeers }) {
  if (rawSet.length === 0) return null;
  return (
    <section class="card stack">
      <h2>{t('au.noAuPeers')}</h2>
      <p class="muted">
        {t('au.noAuPeersWhat', { count: rawSet.length })}{' '}
        {date !== undefined && date > 0 && <Time at={date} age />}
      </p>
      <ul class="peers">
        {rawSet.map((peer) => (
          <li key={peer}>
            <code class="mono small">{peer}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
