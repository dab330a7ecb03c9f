// Merges the targets of both services by type and address.
import type { configuration as contract } from '@holdfast/api-types';
import type { ServiceId } from '../../service/session.ts';

type Schemas = contract.components['schemas'];
export type ListedTarget = Schemas['NoticeTarget'];
export type ListedTargets = Schemas['NoticeTargets'];
export type NoticeKindName = Schemas['NoticeKind'];

/** Kinds of notices that the form offers, in groups. The form has a separate checkbox for `summary.weekly`. */
export const KIND_GROUPS = {
  content: ['damage.found', 'damage.repaired', 'damage.well', 'copy.repaired', 'check.finished'],
  changes: [
    ...['import.finished', 'import.failed', 'deletion.done', 'deletion.requested', 'deletion.decided'],
    ...['deletion.restored', 'purge.ordered', 'hold.placed', 'hold.lifted'],
  ],
  node: [
    ...['store.away', 'store.behind', 'disk.full', 'space.short', 'job.failed', 'backup.overdue'],
    ...['journal.behind', 'source.failed', 'plugin.failed'],
  ],
} as const;

/** Kinds that are selected by default for a new target. */
export const DEFAULT_KINDS: readonly NoticeKindName[] = [
  ...['damage.found', 'damage.repaired', 'copy.repaired', 'import.failed', 'deletion.requested'],
  ...KIND_GROUPS.node,
] as NoticeKindName[];

export interface MergedTarget {
  readonly type: 'mail' | 'webhook';
  readonly address: string;
  /** Target in each service that has it. Changes are sent to all of these services. */
  readonly places: readonly { readonly service: ServiceId; readonly target: ListedTarget }[];
}

/** Merges targets with the same type and address. */
export function mergeTargets(
  lists: readonly { readonly service: ServiceId; readonly targets: readonly ListedTarget[] }[],
): MergedTarget[] {
  const all = lists.flatMap(({ service, targets }) => targets.map((target) => ({ service, target })));
  const groups = Map.groupBy(all, ({ target: { type, address } }) => `${type} ${address}`);
  return [...groups.values()].map((places) => {
    const { type, address } = places[0]!.target;
    return { type, address, places };
  });
}

/** Returns whether the text is one email address or the URL of a webhook. */
export function isAddress(type: 'mail' | 'webhook', text: string): boolean {
  if (type === 'mail') return /^[^\s@<>"(),:;\\[\]]{1,64}@[A-Za-z0-9.-]{1,253}$/.test(text);
  return URL.canParse(text) && /^https?:\/\/[^/@]+(?:\/|$)/.test(text);
}
