// Lists the merged configuration for administrators: each parameter with its value, its source, and whether this
// service uses it. Masks secrets.
import type { MergedParameter as ShownParameter } from '@holdfast/api-types';
import type { PropertyValue } from '@holdfast/config-format';
import { isEffectiveParameter } from '../../domain/configuration/parameters.ts';
import { getSectionPath } from '../../domain/configuration/sections.ts';
import {
  findMergedParameter,
  type MergedParameter,
  selectMergedParameters,
} from '../../index/configuration/merged.db.ts';
import type { Db } from '../../index/schema/schema.ts';

const BATCH = 500;

/** Yields parameters whose key begins with `prefix`, ordered by key. */
export async function* listParameters(
  db: Db,
  prefix: string,
): AsyncGenerator<readonly ShownParameter[], void, undefined> {
  for (let after: string | undefined; ; ) {
    const found = await selectMergedParameters(db, { after, prefix, limit: BATCH });
    yield found.map(toShownParameter);
    if (found.length < BATCH) return;
    after = found.at(-1)!.key;
  }
}

export async function findParameter(db: Db, key: string): Promise<ShownParameter[]> {
  const found = await findMergedParameter(db, key);
  return found === undefined ? [] : [toShownParameter(found)];
}

function toShownParameter({ key, value, section, source }: MergedParameter): ShownParameter {
  const place = section === undefined ? 'source' : 'stored file';
  return {
    key,
    value: maskParameterValue(key, value),
    source: section === undefined ? (source ?? '') : getSectionPath({ name: section, use: 'settings' }),
    isActedOn: isEffectiveParameter(key, place),
  };
}

const SOUNDS_SECRET = /pass(?:w|phrase|$)|secret|credential|token|private/i;
const MASK = '******';

/** Masks the whole value if the key suggests a secret, otherwise only passwords in URLs. */
function maskParameterValue(key: string, value: PropertyValue): string | string[] {
  const mask = (text: string) =>
    SOUNDS_SECRET.test(key) ? MASK : text.replace(/(:\/\/[^/\s:@]*:)[^/\s@]*@/g, `$1${MASK}@`);
  return typeof value === 'string' ? mask(value) : value.map(mask);
}
