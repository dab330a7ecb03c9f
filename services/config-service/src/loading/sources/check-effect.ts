// Decides whether new content of a source may replace the last good copy. Content that can be parsed but sets nothing
// usually comes from a faulty server: an empty response, or an error text that is valid as properties.
import { BadConfigurationError } from '@holdfast/config-format';
import type { SourceContent } from './read-source-content.ts';

/**
 * Thrown if new content sets nothing, or nothing under `org.lockss`, although the last good copy did. `message` has no
 * subject; the caller prepends the name of the source.
 */
export class SuddenlyEmptyError extends Error {
  override readonly name = 'SuddenlyEmptyError';
}

/** Throws SuddenlyEmptyError if the new content has less effect than the last good copy, which `readBefore` returns. */
export async function checkContentEffect(
  now: SourceContent,
  readBefore: () => Promise<SourceContent>,
): Promise<void> {
  // An XML file without properties is empty on purpose.
  if (now.format === 'xml') return;
  const effect = effectOf(now);
  if (effect === EFFECT.lockss) return;
  if (effect >= (await effectBefore(readBefore))) return;
  throw new SuddenlyEmptyError(
    effect === EFFECT.nothing
      ? 'is suddenly empty'
      : 'sets nothing under "org.lockss" any more, although it did before',
  );
}

const EFFECT = { nothing: 0, other: 1, lockss: 2 } as const;

function effectOf({ format, isEmpty, holdsTitles, properties }: SourceContent): number {
  if (isEmpty) return EFFECT.nothing;
  if (format === 'tdb' || holdsTitles) return EFFECT.lockss;
  for (const key of properties.keys()) if (key.startsWith('org.lockss.')) return EFFECT.lockss;
  return properties.size === 0 ? EFFECT.nothing : EFFECT.other;
}

async function effectBefore(readBefore: () => Promise<SourceContent>): Promise<number> {
  try {
    return effectOf(await readBefore());
  } catch (error) {
    if (error instanceof BadConfigurationError) return EFFECT.nothing;
    throw error;
  }
}
