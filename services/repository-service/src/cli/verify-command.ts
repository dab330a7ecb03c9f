// Implements `holdfast keep verify`.

import { type FindingKind, findingKinds, type VerifyFindings } from '../jobs/verify/findings.ts';
import { createVerifyJob } from '../jobs/verify/verify.ts';
import type { KeepCommand } from './command.ts';
import { parseParallelOption } from './command.ts';
import { formatProgress } from './format.ts';

export const verifyCommand: KeepCommand = {
  name: 'verify',
  about: 'compare the index with the object store, without changes',
  help: `Compares every object with the index, every artifact with the manifest of its segment and with the state journal,
and recounts every counter. Payloads are not read; use fixity for that. The service may run.
  --parallel N   number of segments to read at once`,
  options: { parallel: { type: 'string' } },
  run: async (deps, options) => {
    const { database, store, bytesPerSecond } = deps;
    const parallel = parseParallelOption(options.parallel);
    const { job, findings } = createVerifyJob({ db: database.kysely, store, parallel, bytesPerSecond });
    const progress = await deps.runJob(job);
    return {
      lines: [`Compared: ${formatProgress(progress)}`, ...wordsOf(findings)],
      json: { ...progress, counts: findings.counts, findings: findings.kept },
      clean: !findings.any,
    };
  },
};

const SHOWN_OF_A_KIND = 10;

function wordsOf({ counts, kept }: VerifyFindings): string[] {
  const kinds = Object.keys(counts) as FindingKind[];
  if (kinds.length === 0) return ['The index and the object store agree.'];
  return kinds.flatMap((kind) => {
    const own = kept.filter((finding) => finding.kind === kind).slice(0, SHOWN_OF_A_KIND);
    const more = counts[kind]! - own.length;
    return [
      '',
      `${counts[kind]} ${findingKinds[kind]}:`,
      ...own.map(({ subject, detail }) => `  ${printable(detail ? `${subject}: ${detail}` : subject)}`),
      ...(more > 0 ? [`  … and ${more} more`] : []),
    ];
  });
}

/** Replaces control characters, because text from a captured page may contain terminal escape sequences. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?');
}
