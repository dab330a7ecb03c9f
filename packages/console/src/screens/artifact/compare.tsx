// Two versions side by side: what is known of each, and where their texts differ.
import type { Artifact } from '@holdfast/api-types';
import { useMemo } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/button.tsx';
import { Bytes } from '../../parts/bytes.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { setQuery } from '../../routing/location.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { loadPreview, loadText } from '../content/preview/load-preview.ts';
import { PayloadPreview } from '../content/preview/payload-preview.tsx';
import { shortened } from '../content/printable.ts';
import { type Difference, type DifferenceRow, differenceOf } from './difference.ts';
import { propertiesOf } from './load-artifact.ts';

export function Compare({ newer, olderUuid }: { newer: Artifact; olderUuid: string }) {
  const { value, problem, again } = useAnswer(
    (signal) => bothOf(newer, olderUuid, signal),
    [newer.uuid, olderUuid],
  );
  if (problem !== undefined) return <Problem of={problem} again={again} />;
  if (value === undefined) return <Loading />;
  const { older, texts } = value;
  return (
    <div class="stack">
      <div>
        <Button onClick={() => setQuery({ with: undefined })}>{t('artifact.compareOff')}</Button>
      </div>
      <div class="compare-two">
        <Side artifact={older} />
        <Side artifact={newer} />
      </div>
      {older.contentDigest === newer.contentDigest ? (
        <Empty title={t('artifact.samePayload')} />
      ) : texts ? (
        <Texts {...texts} />
      ) : (
        <div class="compare-two">
          <Look artifact={older} />
          <Look artifact={newer} />
        </div>
      )}
    </div>
  );
}

interface Text {
  readonly text: string;
  readonly isWhole: boolean;
}

async function bothOf(newer: Artifact, olderUuid: string, signal: AbortSignal) {
  const older = await propertiesOf(olderUuid, newer.namespace, signal);
  if (older.contentDigest === newer.contentDigest) return { older, texts: undefined };
  const [before, behind] = await Promise.all([loadText(older, signal), loadText(newer, signal)]);
  return { older, texts: before && behind && { before, behind } };
}

function Side({
  artifact: { version, collectionDate, contentLength, contentDigest },
}: {
  artifact: Artifact;
}) {
  return (
    <div class="compare-side">
      <strong>{t('content.versionNumber', { version: version! })}</strong>
      <Time at={collectionDate} />
      <Bytes of={contentLength} />
      <code class="mono small url-text muted">{contentDigest}</code>
    </div>
  );
}

function Look({ artifact }: { artifact: Artifact }) {
  const preview = useAnswer((signal) => loadPreview(artifact, signal), [artifact.uuid]);
  return <PayloadPreview artifact={artifact} {...preview} />;
}

function Texts({ before, behind }: { before: Text; behind: Text }) {
  const difference = useMemo(() => differenceOf(before.text, behind.text), [before, behind]);
  if (difference === undefined) return <Empty title={t('artifact.tooDifferent')} />;
  return (
    <>
      <p class="small muted">
        {t('artifact.differenceIs', { added: difference.added, removed: difference.removed })}
        {!(before.isWhole && behind.isWhole) && ` ${t('artifact.onlyBeginnings')}`}
      </p>
      <Rows difference={difference} />
    </>
  );
}

const MOST_ROWS = 3_000;
const MOST_LINE = 2_000;

function Rows({ difference: { rows } }: { difference: Difference }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is to be scrolled by keys, too.
    <section class="difference" tabIndex={0} aria-label={t('artifact.comparison')}>
      <table>
        <tbody>
          {rows.slice(0, MOST_ROWS).map((row, at) => (
            <Row key={`${at}`} row={row} />
          ))}
        </tbody>
      </table>
      {rows.length > MOST_ROWS && (
        <p class="small muted">{t('artifact.moreRows', { count: rows.length - MOST_ROWS })}</p>
      )}
    </section>
  );
}

const SIGNS = { same: ' ', old: '−', new: '+', gap: '' } as const;

function Row({ row: { kind, oldLine, newLine, text, lines } }: { row: DifferenceRow }) {
  if (kind === 'gap')
    return (
      <tr class="difference-gap">
        <td colSpan={4}>{t('artifact.sameLines', { count: lines })}</td>
      </tr>
    );
  return (
    <tr class={`difference-${kind}`}>
      <td class="number">{oldLine}</td>
      <td class="number">{newLine}</td>
      <td aria-label={kind === 'same' ? undefined : t(`artifact.line.${kind}`)}>{SIGNS[kind]}</td>
      <td class="difference-text">{shortened(text, MOST_LINE)}</td>
    </tr>
  );
}
