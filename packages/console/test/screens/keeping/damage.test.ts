// Tests the card of a damaged artifact: its text after each outcome of a repair.
import type { DamagedArtifact, RepairOutcome } from '@holdfast/api-types';
import { afterEach, describe, expect, it } from '@jest/globals';
import { openPage, type Page } from '../../page/open-page.ts';

const uuid = '01926f2c-6c43-7b7e-9f4e-1f2f6f3b8c11';
const damages = [{ part: 'record', reason: 'the digest differs', found: Date.UTC(2026, 10, 23) }] as const;
const artifact = {
  ...{ uuid, namespace: 'default', auid: 'au', uri: 'http://www.example.org/' },
  ...{ version: 1, contentLength: 2_000, collectionDate: Date.UTC(2026, 0, 1), damages: [...damages] },
} satisfies Partial<DamagedArtifact>;

let page: Page;
afterEach(() => page.close());

/** Requests a repair, and returns the text of the card with its outcome. */
async function repair(outcome: RepairOutcome): Promise<string> {
  page = await openPage({
    file: 'parts/captures/damage-card.tsx',
    component: 'DamageCard',
    services: () => Response.json(outcome),
    roles: ['contentAdminRole'],
  });
  await page.show({ artifact, onRepaired: () => undefined, onHistory: () => undefined });
  page.root
    .findAll('button')
    .find(({ text }) => text === 'Repair')!
    .fire('click');
  await page.advance(0);
  return page.root.text;
}

describe('the card of a damaged artifact', () => {
  it.each<[string, Partial<RepairOutcome>]>([
    ['the artifact', { copy: 'a4d8f7c2-0d44-4c56-8f8b-6a6b1a1f0c11' }],
    ['the peer', { peer: 'https://one.example.org/repository' }],
  ])('names %s that the artifact was repaired from', async (_what, source) => {
    const said = await repair({ outcome: 'repaired', damages: [], remedies: [], ...source });
    expect(said).toContain(`Repaired from an intact copy of the same content: ${Object.values(source)[0]}`);
  });

  it('says how to repair the artifact if neither the node nor a peer has an intact copy', async () => {
    const said = await repair({ outcome: 'damaged', damages: [...damages], remedies: ['importAgain'] });
    expect(said).toContain('No intact copy was found.');
    expect(said).toContain('Import the same content into the same Archival Unit again.');
  });
});
