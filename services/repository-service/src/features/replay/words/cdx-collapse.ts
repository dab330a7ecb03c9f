// Collapses consecutive captures with the same value into the first or the last of them in index order. Works for
// forward and backward scans.
import type { Capture, Direction } from '../../../domain/replay/capture.ts';
import { type CdxField, formatFieldValue } from './cdx-fields.ts';

export interface Collapse {
  /** Processes the next captures of the scan. Returns the captures that will certainly be in the result. */
  push(captures: Capture[]): Capture[];
  /** Returns the remaining captures of the result at the end of the scan. */
  flush(): Capture[];
}

/** Returns the value that consecutive captures must share to be collapsed. */
export type CollapseFunction = (capture: Capture) => string;

/** Collapses by a field, or by its first `characters`. */
export function makeFieldCollapse(
  field: CdxField,
  characters: number | undefined,
  namespace: string,
): CollapseFunction {
  return (capture) => formatFieldValue(field, capture, namespace).slice(0, characters);
}

/** Collapses by the first `digits` of the timestamp and the status. */
export function makeTimeAndStatusCollapse(digits: number, namespace: string): CollapseFunction {
  const time = makeFieldCollapse('timestamp', digits, namespace);
  return (capture) => `${time(capture)} ${capture.httpStatus ?? ''}`;
}

/** Returns whether the scan reaches the returned capture of a group before the group's other captures. */
export function isKeptCaptureFirst(direction: Direction, keeps: 'first' | 'last'): boolean {
  return (direction === 'forward') === (keeps === 'first');
}

/** Creates a chain of collapses, each of which processes the result of the previous one. */
export function createCollapses(
  direction: Direction,
  values: readonly CollapseFunction[],
  keeps: 'first' | 'last',
): Collapse {
  const stage = isKeptCaptureFirst(direction, keeps) ? createFirstCollapse : createLastCollapse;
  const stages = values.map(stage);
  return {
    push: (captures) => stages.reduce((kept, stage) => stage.push(kept), captures),
    flush: () => stages.reduce<Capture[]>((kept, stage) => [...stage.push(kept), ...stage.flush()], []),
  };
}

function createFirstCollapse(sameAs: CollapseFunction): Collapse {
  let previous: string | undefined;
  return {
    push: (captures) =>
      captures.filter((capture) => {
        const value = sameAs(capture);
        const differs = value !== previous;
        previous = value;
        return differs;
      }),
    flush: () => [],
  };
}

/** Returns the last capture of each group. The next capture with a different value ends a group. */
function createLastCollapse(sameAs: CollapseFunction): Collapse {
  let held: Capture | undefined;
  let heldValue: string | undefined;
  return {
    push: (captures) => {
      const kept: Capture[] = [];
      for (const capture of captures) {
        const value = sameAs(capture);
        if (held && value !== heldValue) kept.push(held);
        held = capture;
        heldValue = value;
      }
      return kept;
    },
    flush: () => {
      const last = held;
      held = undefined;
      return last ? [last] : [];
    },
  };
}
