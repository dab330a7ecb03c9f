// What an upload is answered with, record by record.
import type { Told } from './capture.ts';
import type { ArtifactName } from './entry.ts';

export type Verdict =
  | { status: 'OK' | 'DUPLICATE'; artifact: ArtifactName; message: string | undefined }
  | { status: 'ERROR' | 'EXCLUDED'; message: string };

/** One line of the answer. */
export interface Acknowledgement {
  told: Told;
  verdict: Verdict;
}
