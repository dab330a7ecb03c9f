// Shows the line-by-line difference of two texts.
import { useMemo } from 'preact/hooks';
import { shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { EmptyState } from '../basic/empty.tsx';
import { ScrollRegion } from '../basic/scroll-region.tsx';
import { compareTexts, type DifferenceRow, type TextComparison } from './difference.ts';

export interface TextDifferenceProps {
  readonly older: string;
  readonly newer: string;
  readonly label: string;
}

export function TextDifference({ older, newer, label }: TextDifferenceProps) {
  const difference = useMemo(() => compareTexts(older, newer), [older, newer]);
  if (difference === undefined) return <EmptyState title={t('common.difference.tooMuch')} />;
  return (
    <>
      <p class="small muted">
        {t('common.difference.is', { added: difference.added, removed: difference.removed })}
      </p>
      <Rows difference={difference} label={label} />
    </>
  );
}

const MAX_ROWS = 3_000;
const MAX_LINE = 2_000;
/** Replaces tabs, which would otherwise be shown as symbols for invisible characters. */
const TAB = '    ';

function Rows({ difference: { rows }, label }: { difference: TextComparison; label: string }) {
  return (
    <ScrollRegion kind="difference" label={label}>
      <table>
        <tbody>
          {rows.slice(0, MAX_ROWS).map((row, at) => (
            <Row key={`${at}`} row={row} />
          ))}
        </tbody>
      </table>
      {rows.length > MAX_ROWS && (
        <p class="small muted">{t('common.difference.moreRows', { count: rows.length - MAX_ROWS })}</p>
      )}
    </ScrollRegion>
  );
}

const SIGNS = { same: ' ', old: '−', new: '+', gap: '' } as const;

function Row({ row: { kind, oldLine, newLine, text, lines } }: { row: DifferenceRow }) {
  if (kind === 'gap')
    return (
      <tr class="difference-gap">
        <td colSpan={4}>{t('common.difference.sameLines', { count: lines })}</td>
      </tr>
    );
  return (
    <tr class={`difference-${kind}`}>
      <td class="number">{oldLine}</td>
      <td class="number">{newLine}</td>
      <td aria-label={kind === 'same' ? undefined : t(`common.difference.${kind}`)}>{SIGNS[kind]}</td>
      <td class="difference-text">{shortenMiddle(text.replaceAll('\t', TAB), MAX_LINE)}</td>
    </tr>
  );
}
