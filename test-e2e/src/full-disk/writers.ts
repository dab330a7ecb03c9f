// Writers of a node (imports, creates and configuration changes). Each stops when the service reports that the disk is
// full.
import { randomUUID } from 'node:crypto';
import { type ImportStatus, type MadeWarc, makeWarc } from '@holdfast/testkit';
import type { NodeOnDisk } from './node.ts';

export interface StoredImport {
  readonly auid: string;
  readonly made: MadeWarc;
  /** Statuses of the records that were acknowledged as stored. */
  readonly acknowledged: readonly ImportStatus[];
}

export interface WriteRefusal {
  readonly what: string;
  readonly status: number;
  readonly detail: string;
}

const RECORDS = 150;
const RECORD_BYTES = 20_000;

/** Imports one archive. Returns the stored records, and the error response if the service refused the import. */
export async function importOneArchive({
  repository,
}: NodeOnDisk): Promise<StoredImport & { readonly refusal: WriteRefusal | undefined }> {
  const auid = `full-disk&${randomUUID()}`;
  const made = makeWarc(RECORDS, RECORD_BYTES, auid);
  const { status, statuses, body } = await repository.importArchive(made.bytes, { auid });
  const acknowledged = statuses.filter((one) => one.status === 'OK');
  const broken = statuses.find((one) => one.status === 'ERROR');
  const detail = status === 200 ? broken?.statusMessage : (JSON.parse(body) as { detail: string }).detail;
  const refusal = detail === undefined ? undefined : { what: 'import', status, detail };
  return { auid, made, acknowledged, refusal };
}

/** Creates one artifact. Returns its UUID, or the error response if the service refused the artifact. */
export async function createOneArtifact({ repository }: NodeOnDisk): Promise<string | WriteRefusal> {
  const form = new FormData();
  const properties = { auid: 'full-disk created', uri: `http://created.example/${randomUUID()}` };
  form.set('artifactProps', JSON.stringify(properties));
  form.set('httpResponseHeader', new Blob(['HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n']));
  form.set('payload', new Blob([randomUUID().repeat(200)]));
  const { url, authorization } = repository;
  const answer = await fetch(`${url}/artifacts`, { method: 'POST', headers: { authorization }, body: form });
  const body = (await answer.json()) as { uuid: string; detail: string };
  return answer.status === 201 ? body.uuid : { what: 'create', status: answer.status, detail: body.detail };
}

/** Changes the configuration once. Returns the error response if the service refused the change. */
export async function changeConfigurationOnce({
  configurationUrl,
  repository,
}: NodeOnDisk): Promise<WriteRefusal | undefined> {
  const form = new FormData();
  form.set('configFile', new Blob([`drill.value=${randomUUID()}\n`]), 'expert');
  const answer = await fetch(`${configurationUrl}/config/file/expert`, {
    method: 'PUT',
    headers: { authorization: repository.authorization },
    body: form,
  });
  const text = await answer.text();
  if (answer.ok) return undefined;
  const { detail } = JSON.parse(text) as { detail: string };
  return { what: 'configuration', status: answer.status, detail };
}

/** Throws unless an error response has the documented status and states the reason. */
export function checkRefusal({ what, status, detail }: WriteRefusal): void {
  const wanted = what === 'configuration' ? [500] : what === 'import' ? [502, 200] : [502];
  if (!wanted.includes(status) || !detail.includes('disk full'))
    throw new Error(`${what} was refused with ${status}: ${detail}`);
}
