// Collapses neighbouring captures with the same value into one capture: either the first or the last in index order.
// Works in both directions of a walk.
import type { Capture, Direction } from '../../../domain/replay/capture.ts';
import { type CdxField, formatFieldValue } from './cdx-fields.ts';

export interface Collapse {
  /** Adds the next captures in the direction of the walk, and returns the captures that are certain to be kept. */
  push(captures: Capture[]): Capture[];
  /** Returns the remaining kept captures at the end of the walk. */
  flush(): Capture[];
}

/** Returns the value by which captures are collapsed. Neighbouring captures with equal values are collapsed. */
export type CollapseValue = (capture: Capture) => string;

/** Compares the field, or its first `characters`. */
export function makeFieldCollapse(
  field: CdxField,
  characters: number | undefined,
  namespace: string,
): CollapseValue {
  return (capture) => formatFieldValue(field, capture, namespace).slice(0, characters);
}

/** Compares the first `digits` of the timestamp, and the status. */
export function makeTimeAndStatusCollapse(digits: number, namespace: string): CollapseValue {
  const time = makeFieldCollapse('timestamp', digits, namespace);
  return (capture) => `${time(capture)} ${capture.httpStatus ?? ''}`;
}

/** Returns whether the walk reaches the kept capture of a group before the group's other captures. */
export function isKeptCaptureFirst(direction: Direction, keeps: 'first' | 'last'): boolean {
  return (direction === 'forward') === (keeps === 'first');
}

/** Creates a chain of collapses. Each collapse processes the result of the previous one. */
export function createCollapses(
  direction: Direction,
  values: readonly CollapseValue[],
  keeps: 'first' | 'last',
): Collapse {
  const stage = isKeptCaptureFirst(direction, keeps) ? firstMet : lastMet;
  const stages = values.map(stage);
  return {
    push: (captures) => stages.reduce((kept, stage) => stage.push(kept), captures),
    flush: () => stages.reduce<Capture[]>((kept, stage) => [...stage.push(kept), ...stage.flush()], []),
  };
}

function firstMet(sameAs: CollapseValue): Collapse {
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

/**
 * Keeps the last capture of each group. A capture is known to be the last of its group when the value of the next
 * capture differs.
 */
function lastMet(sameAs: CollapseValue): Collapse {
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
