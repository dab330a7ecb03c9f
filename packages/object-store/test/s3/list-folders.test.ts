// Lists in key order on a server whose own order is different.
import { chooseSeed } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { compareObjectKeys } from '../../src/port/key.ts';
import { listFolders } from '../../src/s3/list-folders.ts';
import { neighbouringKeys } from '../contract/lists.ts';
import { createTreeServer, type TreeServer } from './tree-server.ts';

describe('listing by folders', () => {
  it.each([1, 2, 3, 1000])('is in the order of keys where an answer holds %d', async (most) => {
    const keys = withoutFolders(neighbouringKeys);
    expect(await listed(createTreeServer(keys, most), '', '')).toEqual([...keys].sort(compareObjectKeys));
  });

  it('goes on after any string under any prefix, whatever there is', async () => {
    const random = randomOf(chooseSeed('listing by folders'));
    for (let round = 0; round < 300; round++) {
      const keys = withoutFolders(Array.from({ length: 1 + random(40) }, () => anyKey(random)));
      const server = createTreeServer(keys, 1 + random(6));
      const prefix = anyKey(random).slice(0, random(4));
      const after = random(3) === 0 ? '' : prefix + anyKey(random).slice(0, random(6));
      const wanted = keys.filter(
        (key) => key.startsWith(prefix) && (after === '' || compareObjectKeys(key, after) > 0),
      );
      expect(await listed(server, prefix, after)).toEqual(wanted.sort(compareObjectKeys));
    }
  });

  it('takes one request for a folder that an answer holds, and none for what nobody takes', async () => {
    const keys = Array.from({ length: 40 }, (_, i) => `ns/au-${10 + Math.floor(i / 4)}/${i}`);
    const server = createTreeServer(keys, 20);
    const objects = listFolders(server.connection, { prefix: 'ns/', after: '' });
    for (let i = 0; i < 8; i++) await objects.next();
    // Two requests show that the listing does not fit into one response. One request lists the folders, and two
    // requests list one folder each.
    expect(server.requests()).toBeLessThanOrEqual(5);
  });
});

async function listed(server: TreeServer, prefix: string, after: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of listFolders(server.connection, { prefix, after })) keys.push(key);
  return keys;
}

/** A folder of files cannot contain both `a` and `a/b`. */
function withoutFolders(keys: readonly string[]): string[] {
  return [...new Set(keys)].filter((key) => !keys.some((other) => other.startsWith(`${key}/`)));
}

function anyKey(random: (below: number) => number): string {
  const name = () => Array.from({ length: 1 + random(3) }, () => 'ab-.0 '[random(6)]).join('');
  return Array.from({ length: 1 + random(3) }, name).join('/');
}

function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}
