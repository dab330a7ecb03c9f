// An entry in the history of an AU, from one of the four sources.
import type { AuEvent, AuHistoryEntry, Check } from '@holdfast/api-types';
import type { TimedEntry } from './merge-history.ts';
import type { PastEvent } from './past-events.ts';

export type AuHistoryItem = TimedEntry & { readonly key: string } & (
    | { readonly event: AuEvent }
    | { readonly change: AuHistoryEntry }
    | { readonly check: Check }
    | { readonly past: PastEvent }
  );
