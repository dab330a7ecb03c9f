// Streams the list of an artifact's records as JSON while the records are read. An artifact may have any number of
// records.
import type { ArtifactRecord as WireRecord } from '@holdfast/api-types';
import type { ArtifactRecord } from '../../content/records/artifact-records.ts';
import type { RequestLink } from '../shared/request-link.ts';

/** A list up to this length is sent only after all of its records were read and verified. */
const HELD_CHARACTERS = 512 * 1024;

export interface RecordList {
  /** The whole list, or its beginning if `rest` is set. */
  readonly text: string;
  /** Rest of the list. Undefined if `text` is the whole list. */
  readonly rest: AsyncGenerator<string, void, undefined> | undefined;
}

export async function makeRecordList(
  records: AsyncIterable<ArtifactRecord>,
  link: Pick<RequestLink, 'href'>,
): Promise<RecordList> {
  const chunks = generateRecordListJson(records, link.href);
  let text = '';
  while (text.length < HELD_CHARACTERS) {
    const next = await chunks.next();
    if (next.done) return { text, rest: undefined };
    text += next.value;
  }
  return { text, rest: chunks };
}

async function* generateRecordListJson(
  records: AsyncIterable<ArtifactRecord>,
  href: string,
): AsyncGenerator<string, void, undefined> {
  let number = 0;
  for await (const record of records) {
    yield `${number === 0 ? '{"records":[' : ','}${JSON.stringify(toRecordWire(record, number, href))}`;
    number += 1;
  }
  yield ']}';
}

function toRecordWire(
  { relation, place, plainBytes, header }: ArtifactRecord,
  number: number,
  href: string,
): WireRecord {
  const { type, recordId, date, targetUri, contentType, contentLength } = header;
  return {
    number,
    relation,
    type,
    ...(recordId !== undefined && { recordId }),
    ...(date !== undefined && { date }),
    ...(targetUri !== undefined && { targetUri }),
    ...(contentType !== undefined && { contentType }),
    contentLength,
    recordLength: plainBytes,
    storedLength: place.length,
    link: makeRecordLink(number, href),
  };
}

function makeRecordLink(number: number, href: string): string {
  const [path = '', ...query] = href.split('?');
  return [`${path.replace(/\/$/, '')}/${number}`, ...query].join('?');
}
