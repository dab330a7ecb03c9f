// The replay index of a database that has a copy for reads: each question is one of its own, and goes to either. A walk whose
// batches come from both goes on by keys and times, so that nothing is given twice or passed over but what is newer.
import type { CaptureIndex } from '../../domain/replay/capture-index.ts';

export interface EitherOf {
  /** Asks the copy, or the primary where the copy is not to be asked. */
  read<Found>(ofCopy: () => Promise<Found>, ofPrimary: () => Promise<Found>): Promise<Found>;
}

export function eitherIndex(primary: CaptureIndex, copy: CaptureIndex, { read }: EitherOf): CaptureIndex {
  const either = <Found>(ask: (index: CaptureIndex) => Promise<Found>) =>
    read(
      () => ask(copy),
      () => ask(primary),
    );
  return {
    ofKey: (...asked) => either((index) => index.ofKey(...asked)),
    around: (...asked) => either((index) => index.around(...asked)),
    byTime: (...asked) => either((index) => index.byTime(...asked)),
    ofSpan: (...asked) => either((index) => index.ofSpan(...asked)),
    positionAt: (...asked) => either((index) => index.positionAt(...asked)),
    count: (...asked) => either((index) => index.count(...asked)),
    summary: (...asked) => either((index) => index.summary(...asked)),
    countUrls: (...asked) => either((index) => index.countUrls(...asked)),
    byId: (...asked) => either((index) => index.byId(...asked)),
  };
}
