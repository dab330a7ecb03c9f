// Converts the agreements document of an AU to rows: the agreement of each peer in polls of one kind.
import type { AuAgreements } from '@holdfast/api-types';

export interface AgreementRow {
  readonly peer: string;
  /** Fraction from 0 to 1. */
  readonly share: number;
  readonly timeMs: number;
  readonly highest: number;
  readonly highestTimeMs: number;
}

export const AGREEMENT_ORDERS = ['time', 'share', 'peer'] as const;
export type AgreementOrder = (typeof AGREEMENT_ORDERS)[number];

/** Returns the kinds of agreement in the document, most frequent first. */
export function listAgreementKinds({
  rawMap,
}: AuAgreements): readonly { readonly kind: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { map } of Object.values(rawMap))
    for (const [kind, { percentAgreement = -1 }] of Object.entries(map ?? {}))
      if (percentAgreement >= 0) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .map(([kind, count]) => ({ kind, count }))
    .sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
}

export function toAgreementRows(
  { rawMap }: AuAgreements,
  kind: string,
  order: AgreementOrder,
): AgreementRow[] {
  const rows = Object.entries(rawMap).flatMap(([peer, { map }]) => {
    const found = map?.[kind as keyof typeof map];
    if (found === undefined || (found.percentAgreement ?? -1) < 0) return [];
    const { percentAgreement: share = -1, percentAgreementTime: timeMs = 0 } = found;
    const { highestPercentAgreement = share, highestPercentAgreementTime: highestTimeMs = 0 } = found;
    return [{ peer, share, timeMs, highest: Math.max(highestPercentAgreement, share), highestTimeMs }];
  });
  return rows.sort(comparisons[order]);
}

const comparePeers = (a: AgreementRow, b: AgreementRow): number => (a.peer < b.peer ? -1 : 1);
const comparisons: Readonly<Record<AgreementOrder, (a: AgreementRow, b: AgreementRow) => number>> = {
  time: (a, b) => b.timeMs - a.timeMs || comparePeers(a, b),
  share: (a, b) => b.share - a.share || comparePeers(a, b),
  peer: comparePeers,
};
