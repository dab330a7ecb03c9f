// Derives the health of an AU from its condition: one verdict, and the sentences that explain it.
import type { AuCondition } from '@holdfast/api-types';

export interface AuHealthSentence {
  /** Part of the message key: `au.health.<name>`. */
  readonly name: 'damaged' | 'faulty' | 'noCopy' | 'lacking' | 'away' | 'unchecked';
  readonly state: 'bad' | 'warning';
  readonly values: Readonly<Record<string, string | number>>;
}

export interface AuHealth {
  /** `unchecked`: no damage is known, but not everything was checked. */
  readonly verdict: 'intact' | 'unchecked' | 'incomplete' | 'damaged';
  readonly sentences: readonly AuHealthSentence[];
}

/** Assesses the AU. Content that was never checked does not count as intact. */
export function assessAu({ damaged, objects, copies, stores = [] }: AuCondition): AuHealth {
  const { segments, faulty, unchecked } = objects;
  const sentences: AuHealthSentence[] = [];
  if (damaged > 0) sentences.push({ name: 'damaged', state: 'bad', values: { count: damaged } });
  if (faulty > 0) sentences.push({ name: 'faulty', state: 'bad', values: { count: faulty } });
  const isDamaged = sentences.length > 0;
  if (copies === 0 && !isDamaged) sentences.push({ name: 'noCopy', state: 'warning', values: {} });
  for (const { name: store, state, missing, damaged: broken } of stores) {
    if (state === 'away' || state === 'removed')
      sentences.push({ name: 'away', state: 'warning', values: { store } });
    else if (missing + broken > 0)
      sentences.push({ name: 'lacking', state: 'warning', values: { store, count: missing + broken } });
  }
  const isIncomplete = !isDamaged && sentences.length > 0;
  if (unchecked > 0)
    sentences.push({ name: 'unchecked', state: 'warning', values: { count: unchecked, total: segments } });
  const verdict = isDamaged
    ? 'damaged'
    : isIncomplete
      ? 'incomplete'
      : unchecked > 0
        ? 'unchecked'
        : 'intact';
  return { verdict, sentences };
}
