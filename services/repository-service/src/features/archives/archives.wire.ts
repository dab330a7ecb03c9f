// One line of the import's answer.
import type { ImportStatus } from '@holdfast/api-types';
import type { Acknowledgement } from '../../domain/acknowledgement.ts';
import { digestText } from '../../domain/digest-text.ts';

export function importStatus({ told: { recordId, offset, url }, verdict }: Acknowledgement): ImportStatus {
  const artifact = 'artifact' in verdict ? verdict.artifact : undefined;
  return {
    ...(recordId !== undefined && { warcId: recordId }),
    offset,
    ...(url !== undefined && { url }),
    ...(artifact && {
      artifactUuid: artifact.id,
      digest: digestText(artifact.sha256),
      version: artifact.version,
    }),
    status: verdict.status,
    ...(verdict.message !== undefined && { statusMessage: verdict.message }),
  };
}

export function statusLines(results: readonly Acknowledgement[]): Buffer {
  return Buffer.from(results.map((result) => `${JSON.stringify(importStatus(result))}\n`).join(''));
}
