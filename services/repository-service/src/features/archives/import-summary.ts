// What an import came to as a whole: counted while it goes on, and said at its end to those who ask.
import type { ImportSummary as WireSummary } from '@holdfast/api-types';
import { CompanionCounts } from '../../domain/companions/companion-counts.ts';
import type { Acknowledgement } from '../../domain/disposition.ts';
import type { RecordType } from '../../domain/record/read-record.ts';

type StatusCounts = WireSummary['records']['response'];

export class ImportSummary {
  readonly #records: Record<RecordType, StatusCounts> = {
    response: none(),
    resource: none(),
    revisit: none(),
    other: none(),
  };
  #quarantined = 0;
  readonly companions = new CompanionCounts();
  uploadBytes = 0;
  /** What about the archive as a whole is not as it says. */
  readonly warnings: string[] = [];

  count(lines: readonly Acknowledgement[]): void {
    for (const { ref, verdict } of lines) {
      this.#records[ref.type ?? 'other'][verdict.status] += 1;
      if (verdict.status === 'OK' && ref.quarantined !== undefined) this.#quarantined += 1;
    }
  }

  /** `complete`: the archive was taken to its end. */
  told(complete: boolean): WireSummary {
    return {
      complete,
      records: this.#records,
      quarantined: this.#quarantined,
      companions: this.companions,
      uploadBytes: this.uploadBytes,
      ...(this.warnings.length > 0 && { warnings: this.warnings }),
    };
  }
}

function none(): StatusCounts {
  return { OK: 0, DUPLICATE: 0, EXCLUDED: 0, ERROR: 0 };
}
