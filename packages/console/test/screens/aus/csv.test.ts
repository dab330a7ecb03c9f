// Tests the CSV of the listed AUs, and the shortening of long names.
import { expect, it } from '@jest/globals';
import { splitAtTail } from '../../../src/language/printable.ts';
import { listAvailableColumns, readChosenColumns } from '../../../src/screens/aus/columns.ts';
import { makeAusCsv } from '../../../src/screens/aus/csv.ts';
import { AuNumbers } from '../../../src/screens/aus/listing.ts';

const columnsNamed = (...names: string[]) =>
  names.map((name) => listAvailableColumns(true).find((column) => column.name === name)!);

function listing(count: number): AuNumbers {
  const numbers = new AuNumbers();
  for (let number = count; number > 0; number -= 1) numbers.push(number);
  return numbers;
}

const summary = (auid: string, namespace: string, artifacts: number) => ({
  ...{
    auid,
    namespace,
    artifacts,
    committed: artifacts,
    urls: 1,
    bytes: 10,
    latestBytes: 10,
    storedBytes: 20,
  },
});

it('has the columns of the table, in the order of the table, with the figures of both services', async () => {
  const asked: string[] = [];
  const parts = await makeAusCsv(
    {
      queryAus: async (auQuery) => {
        asked.push(auQuery);
        const numbers = /in \((.*)\)/.exec(auQuery)![1]!.split(', ').map(Number);
        // Leaves out AU 2, as if this AU had been removed after the listing.
        return numbers
          .filter((number) => number !== 2)
          .map((auNumber) => ({
            auNumber,
            auId: `a&n~${auNumber}`,
            name: auNumber === 1 ? '=1+1, "x"' : 'Name',
          }))
          .reverse();
      },
      summarizeAus: async (auids) =>
        auids.includes('a&n~3') ? [summary('a&n~3', 'one', 3), summary('a&n~3', 'two', 4)] : [],
    },
    listing(3),
    columnsNamed('name', 'artifacts', 'tdbYear', 'storedBytes'),
  );
  expect(asked).toEqual(['select auNumber, auId, name, tdbYear where auNumber in (3, 2, 1)']);
  expect(parts.join('')).toBe(
    'auId,name,artifacts,tdbYear,storedBytes\r\na&n~3,Name,7,,40\r\na&n~1,"\'=1+1, ""x""",0,,0\r\n',
  );
});

it('requests many AUs in batches', async () => {
  const sizes: number[] = [];
  const done: number[] = [];
  await makeAusCsv(
    {
      queryAus: async (auQuery) => {
        sizes.push(auQuery.split(', ').length);
        return [];
      },
      summarizeAus: async () => [],
      onProgress: (count) => done.push(count),
    },
    listing(600),
    columnsNamed('artifacts'),
  );
  expect(sizes).toHaveLength(3);
  expect(done).toEqual([250, 500, 600]);
});

it('shows six columns by default', () => {
  const names = readChosenColumns({ recall: () => null }, true).map(({ name }) => name);
  expect(names).toEqual(['name', 'tdbPublisher', 'tdbYear', 'active', 'artifacts', 'lastCompletedCrawl']);
});

it('keeps the end of a long name, and does not split characters', () => {
  const name = 'Applied Semiotics / Sémiotique Appliquée Volume 12';
  const [head, tail] = splitAtTail(name);
  expect(head + tail).toBe(name);
  expect(tail).toMatch(/Volume 12$/);
  expect(splitAtTail('short')).toEqual(['', 'short']);
  const [start] = splitAtTail(`${'x'.repeat(40)}e\u0301${'y'.repeat(13)}`);
  expect(start.endsWith('x')).toBe(true);
  const [, end] = splitAtTail(`${'x'.repeat(40)}😀${'y'.repeat(13)}`);
  expect(end.startsWith('😀')).toBe(true);
});
