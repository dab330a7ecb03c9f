// Tasks beyond the daily work of a librarian: find captures and see them as they looked, prove that an AU is intact,
// follow a notification, and delete with the approval of a second user.
import type { Locator } from 'playwright-core';
import { logIn, openConsole, waitUntilSettled } from '../console-page.ts';
import { type ConsoleTask, expectIn } from './console-task.ts';
import type { CountedInput } from './hands.ts';
import { BRIDGE_URL, LETTER_URL, PICTURE_WORDS, RATES_URL } from './harbour-pages.ts';
import { findMailLink, flipByte, type TaskNode } from './task-node.ts';

export const SEARCH_AND_PROOF_TASKS: readonly ConsoleTask[] = [
  {
    name: 'Find a page by part of its URL, and see it with its images',
    async inConsole(hands) {
      await search(hands, 'bridge-hist', BRIDGE_URL);
      await expectPicture(hands.page.frameLocator('.page-frame').locator('img'));
    },
    async byCurl(shell) {
      const { uuid } = await findByUrlPart(shell, 'bridge-hist');
      expectIn(await shell.run(`curl $R/artifacts/${uuid}/page`), 'src="data:image/svg+xml');
    },
  },
  {
    name: 'Find an artifact by its digest',
    async inConsole(hands, { rates }) {
      await search(hands, rates.digest, RATES_URL);
      await hands.page.getByRole('heading', { name: 'Mooring rates' }).waitFor();
    },
    async byCurl(shell, { rates }) {
      expectIn(await shell.run(`curl "$R/artifacts?digest=${rates.digest}"`), RATES_URL);
    },
  },
  {
    name: 'Get a fixity certificate of an AU',
    async inConsole(hands, { intactAu }) {
      await hands.click('Archival Units');
      await hands.click(intactAu.name);
      await hands.click('Check now');
      await hands.click('Start', hands.dialog);
      await hands.page.getByRole('heading', { name: 'Fixity certificate' }).waitFor({ timeout: 60_000 });
      await hands.see('Intact');
    },
    async byCurl(shell, { intactAu }) {
      const query = `select auId where name = '${intactAu.name}'`;
      const found = await shell.run(`curl -G $C/ws/auqueries --data-urlencode "auQuery=${query}"`);
      const { auId } = (JSON.parse(found) as { auId: string }[])[0]!;
      const body = JSON.stringify({ scope: { kind: 'au', auid: auId } });
      const { check } = JSON.parse(await shell.run(`curl $R/checks --json '${body}'`)) as { check: string };
      // The certificate does not exist until the check has ended.
      const waiting = 'curl --retry 60 --retry-delay 1 --retry-all-errors';
      expectIn(await shell.run(`${waiting} $R/checks/${check}/certificate`), '"verdict": "intact"');
    },
  },
  {
    name: 'Follow the link in a mail about a flipped byte to the repaired artifact',
    async inConsole(hands, node) {
      await flipByte(node);
      await hands.follow(findMailLink(node));
      await waitUntilSettled(hands.page);
      await hands.see('Intact');
      await hands.click('Events');
      await hands.see(/Checked and repaired/);
    },
    async byCurl(shell, node) {
      await flipByte(node);
      const notices = JSON.parse(await shell.run('curl "$R/notices?kind=copy.repaired"')) as {
        notices: { detail: { items: { uuid: string }[] } }[];
      };
      const { uuid } = notices.notices[0]!.detail.items[0]!;
      expectIn(await shell.run(`curl $R/artifacts/${uuid}/events`), 'store:near');
    },
  },
  {
    name: 'Delete a page, which a colleague must approve',
    async inConsole(hands, node) {
      await search(hands, 'private-letter', LETTER_URL);
      await hands.click('Delete…');
      await hands.clickOn(hands.dialog.getByRole('textbox'));
      await hands.type('private');
      await hands.click('Request deletion', hands.dialog);
      await hands.see(/^Request \d+ was filed/);
      await approveAsColleague(hands, node);
      if ((await node.client.get(`/artifacts/${node.letter}`)).status !== 404)
        throw new Error('the page was not deleted');
    },
    async byCurl(shell, { colleague }) {
      const { uuid } = await findByUrlPart(shell, 'private-letter');
      const filed = await shell.run(
        `curl $R/deletions --json '${JSON.stringify({ uuids: [uuid], reason: 'private' })}'`,
      );
      const { number } = JSON.parse(filed) as { number: number };
      const login = `${colleague.name}:'${colleague.password}'`;
      const approved = `curl -u ${login} -X POST $R/deletions/${number}/approve`;
      expectIn(await shell.run(approved), '"state":"deleted"');
    },
  },
  {
    name: 'Compare two captures side by side as pages',
    async inConsole(hands) {
      await search(hands, 'bridge-hist', BRIDGE_URL);
      await hands.click('Versions');
      await hands.click('Select version 1 for comparison');
      await hands.click('Select version 2 for comparison');
      await hands.click('Compare');
      await hands.click('Pages');
      for (const at of PICTURE_WORDS.keys())
        await expectPicture(hands.page.frameLocator(`.page-frame >> nth=${at}`).locator('img'));
    },
    async byCurl(shell) {
      const listed = await shell.run(`curl "$R/artifacts?url=${BRIDGE_URL}&versions=all"`);
      const { artifacts } = JSON.parse(listed) as { artifacts: { uuid: string }[] };
      for (const [at, { uuid }] of artifacts.entries())
        await shell.run(`curl $R/artifacts/${uuid}/page > ${at}.html`);
      expectIn(await shell.run('diff 0.html 1.html || true'), 'The bridge was opened in May.');
    },
  },
];

/** Searches in the box above the screen, and opens the capture of the URL. */
async function search(hands: CountedInput, text: string, url: string): Promise<void> {
  await hands.clickOn(hands.page.locator('.search-box input'));
  await hands.type(text);
  await hands.clickOn(hands.page.locator('.search-box [role=option]').filter({ hasText: url }).first());
  await hands.page.waitForURL(/\/artifacts\//);
}

async function findByUrlPart(
  shell: { run(command: string): Promise<string> },
  part: string,
): Promise<{ uuid: string }> {
  const { captures } = JSON.parse(await shell.run(`curl "$R/search?q=${part}"`)) as {
    captures: { uuid: string }[];
  };
  return captures[0]!;
}

/** Waits until the picture in a page is drawn. */
async function expectPicture(picture: Locator): Promise<void> {
  await picture.waitFor();
  const width = await picture.evaluate(
    (image: unknown) => (image as { readonly naturalWidth: number }).naturalWidth,
  );
  if (width !== 420) throw new Error(`the picture is ${width} pixels wide`);
}

/** Logs in as a second user in another window, and approves the only deletion request there. */
async function approveAsColleague(hands: CountedInput, node: TaskNode): Promise<void> {
  const opened = await openConsole(hands.page.context().browser()!, node.configurationUrl);
  await logIn(opened, node.colleague.name, node.colleague.password);
  await approve(hands.inWindow(opened.page));
  if (opened.complaints.length > 0)
    throw new Error(`the browser complained: ${opened.complaints.join('; ')}`);
  await opened.context.close();
}

async function approve(hands: CountedInput): Promise<void> {
  await hands.click('Preservation');
  await hands.click('Deletions');
  await hands.click('Approve');
  await hands.click('Approve', hands.dialog);
  await hands.see(/^Request \d+ was approved/);
}
