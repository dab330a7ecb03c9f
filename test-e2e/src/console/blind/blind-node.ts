// Starts the node of the blind reading: the node of the librarian's tasks, filled as if it had run for months. The node
// contains the plugins and titles of the corpus (if available), imports and changes by other users, and a mail about a
// repaired copy.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder, formatBasicAuth } from '@holdfast/testkit';
import { examplesUrl } from '../empty-node.ts';
import { populateUsedNode } from '../populated-node.ts';
import { flipByte, formatTidesAuid, startTaskNode, type TaskNode } from '../tasks/task-node.ts';

export interface BlindNode extends TaskNode {
  /** Folder with the files on the reader's disk. */
  readonly disk: string;
  readonly past: PastWork;
}

/** Earlier work of other users. A task asks the reader who did this work. */
export interface PastWork {
  readonly importer: string;
  readonly fileName: string;
  /** User who deactivated an AU. */
  readonly changer: string;
  readonly auName: string;
}

const importer = { name: 'jonas', password: 'harbour wall 5063', roles: ['contentAdminRole'] } as const;

export async function startBlindNode(): Promise<BlindNode> {
  const node = await startTaskNode({ full: true, users: [importer] });
  const disk = join(await createTemporaryFolder(), 'Downloads');
  await mkdir(disk);
  await copyFile(node.archive, join(disk, 'crawl.warc.gz'));
  await writeFile(join(disk, 'notes.txt'), 'Notes of the last meeting.\n');
  await populateUsedNode({ ...node, subjects: { auid: node.auid } });
  const past = await doPastWork(node);
  await flipByte(node);
  return { ...node, disk, past };
}

async function doPastWork({ repositoryUrl, configurationUrl, colleague }: TaskNode): Promise<PastWork> {
  const fileName = 'harbour-2023.warc.gz';
  const auid = formatTidesAuid(2023);
  const archive = await readFile(fileURLToPath(new URL('sample.warc.gz', examplesUrl)));
  const form = new FormData();
  form.set('auid', auid);
  form.set('archive', new Blob([new Uint8Array(archive)]), fileName);
  await sendAs(importer, `${repositoryUrl}/archives`, { method: 'POST', body: form });
  for (const operation of ['deactivate', 'reactivate'])
    await sendAs(colleague, `${configurationUrl}/aus/${operation}`, {
      ...{ method: 'PUT', body: auid, headers: { 'content-type': 'text/plain' } },
    });
  return { importer: importer.name, fileName, changer: colleague.name, auName: 'Tide Tables 2023' };
}

async function sendAs(
  { name, password }: { readonly name: string; readonly password: string },
  url: string,
  { headers, ...init }: RequestInit,
): Promise<void> {
  const authorization = formatBasicAuth(name, password);
  const answer = await fetch(url, { ...init, headers: { ...headers, authorization } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`);
}
