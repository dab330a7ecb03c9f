// Collapsing: of captures that are neighbours in the order of the index and agree in something, only the first of them,
// or the last, in that order is kept, whichever way the answer is sorted.
import type { Capture, Direction } from '../../../domain/replay/capture.ts';
import { type CdxField, fieldValue } from './cdx-fields.ts';

export interface Collapse {
  /** The next captures, in the direction of the walk; answers those that are certain to be kept. */
  push(captures: Capture[]): Capture[];
  /** What is kept of the rest when no more come. */
  flush(): Capture[];
}

/** Captures with the same value neighbour each other. */
export type CollapseValue = (capture: Capture) => string;

/** Same value of the field, or of its first `characters`. */
export function sameField(field: CdxField, characters: number | undefined, namespace: string): CollapseValue {
  return (capture) => fieldValue(field, capture, namespace).slice(0, characters);
}

/** Same first `digits` of the timestamp, and same status. */
export function sameTimeAndStatus(digits: number, namespace: string): CollapseValue {
  const time = sameField('timestamp', digits, namespace);
  return (capture) => `${time(capture)} ${capture.httpStatus ?? ''}`;
}

/** Whether a walk in this direction comes first to the one of its neighbours that is kept. */
export function keepsFirstMet(direction: Direction, keeps: 'first' | 'last'): boolean {
  return (direction === 'forward') === (keeps === 'first');
}

/** One after the other, on what the one before keeps. */
export function collapses(
  direction: Direction,
  values: readonly CollapseValue[],
  keeps: 'first' | 'last',
): Collapse {
  const stage = keepsFirstMet(direction, keeps) ? firstMet : lastMet;
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

/** Known when one comes that differs. */
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
