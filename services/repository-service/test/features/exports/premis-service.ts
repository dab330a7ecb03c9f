// Test helper: a service whose artifacts have events of every kind, and exports of these artifacts with
// `metadata/premis.xml`.
import { makeResponseRecord } from '@holdfast/testkit';
import { shipJournal } from '../../../src/jobs/journal/shipper.ts';
import { makeCompactionDeps, openKeptStore } from '../../jobs/compaction/kept-store.ts';
import { damage, locate } from '../../jobs/fixity/stored-artifacts.ts';
import { openKeeper } from '../../jobs/fixity/walk.ts';
import { as, writeRoleUsersFile } from '../../role-users.ts';
import { send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { untarFile, unzipFile } from './unpacked.ts';

export const PREMIS_AUID = 'an AU';
export const makePremisUrl = (name: string) => `http://www.example.org/${name}?a=1&b=<2>`;

/** Starts a service with three artifacts. One was damaged and repaired; another is under a hold. */
export async function startPremisService(): Promise<{ service: TestService; uuids: string[] }> {
  const service = await startTestService({
    USERS_FILE: await writeRoleUsersFile(),
    COMPACTION_PERIOD: 'off',
    FIXITY_PERIOD: 'off',
  });
  const kept = await openKeptStore(service);
  const keeper = await openKeeper(service);
  const member = (name: string) =>
    makeResponseRecord(makePremisUrl(name), Buffer.from(name), '2020-02-20T20:20:20Z');
  const archive = Buffer.concat(['one', 'two', 'three'].map(member));
  const { statuses } = await service.client.importArchive(archive, { auid: PREMIS_AUID });
  const uuids = statuses.map(({ artifactUuid }) => artifactUuid!);
  await keeper.walk();
  await damage(await locate(service, uuids[0]!));
  await keeper.walk();
  await service.client.importArchive(member('one'), { auid: PREMIS_AUID });
  await send(service.client, 'POST', '/holds', {
    authorization: as('writer'),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uuid: uuids[1], reason: 'litigation' }),
  });
  await shipJournal(makeCompactionDeps(kept));
  return { service, uuids };
}

/** Returns the files of an export with PREMIS, by path. */
export async function exportPremis(
  service: TestService,
  ending: 'tar' | 'wacz',
  user: 'reader' | 'chief' = 'chief',
): Promise<Map<string, Buffer>> {
  const path = `/exports/default.${ending}?auid=${encodeURIComponent(PREMIS_AUID)}&premis=true`;
  const answer = await fetch(`${service.client.url}${path}`, { headers: { authorization: as(user) } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(bytes.toString());
  return ending === 'tar' ? untarFile(bytes) : unzipFile(bytes);
}

/** Returns the text of metadata/premis.xml from the files of an export. */
export function findPremis(files: Map<string, Buffer>): string {
  return [...files].find(([path]) => path.endsWith('metadata/premis.xml'))![1].toString();
}
