// Repeats an interrupted import. The service must store the missing records and report all other records as duplicates.
import type { MadeWarc, TestRepositoryClient } from '@holdfast/testkit';
import { checkAu } from './check-import.ts';
import { checkCompanions } from './with-companions.ts';

/** Repeats the import. Returns the number of artifacts that it added. */
export async function repeatImport(
  client: TestRepositoryClient,
  auid: string,
  made: MadeWarc,
  there: number,
): Promise<number> {
  const { status, statuses } = await client.importArchive(made.bytes, { auid });
  const count = (wanted: string) => statuses.filter((one) => one.status === wanted).length;
  const [stored, duplicates] = [count('OK'), count('DUPLICATE')];
  if (status !== 200 || duplicates !== there || stored !== made.records.length - there) {
    throw new Error(
      `repeated: ${status}, ${stored} stored, ${duplicates} duplicates where ${there} were there`,
    );
  }
  const { listed } = await checkAu(client, auid, made, statuses);
  await checkCompanions(
    client,
    listed.filter(({ uri }, i) => uri.endsWith('?again') || i % 7 === 0),
  );
  if (listed.length !== made.records.length) throw new Error(`${listed.length} listed after the repetition`);
  return stored;
}
