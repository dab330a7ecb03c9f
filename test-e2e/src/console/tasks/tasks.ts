// Sixteen tasks of a librarian, each in the console and by curl. A task fails if its outcome is wrong. If a command needs
// a value from the output of an earlier command, such as a UUID, the task copies it.
import { type ConsoleTask, expectIn } from './console-task.ts';
import type { CountedInput } from './hands.ts';
import { SEARCH_AND_PROOF_TASKS } from './search-and-proof-tasks.ts';
import { CHANGED_URL, DAMAGED_URL } from './task-node.ts';

const plugin = 'org.example.plugin.TidesPlugin';
const site = 'http://www.example.org/';
const encoded = encodeURIComponent;

export const CONSOLE_TASKS: readonly ConsoleTask[] = [
  {
    name: 'Is everything safe?',
    async inConsole(hands) {
      await hands.see('1 artifact is damaged.');
    },
    async byCurl(shell) {
      expectIn(await shell.run('curl $R/summary'), '"damage":{"artifacts":1');
    },
  },
  {
    name: 'Import a WARC into a new AU',
    async inConsole(hands, { archive }) {
      await hands.click('Import');
      await hands.drop(archive);
      await hands.click('New AU…');
      await hands.clickOn(hands.dialog.getByRole('combobox', { name: 'Plugin' }));
      await hands.type('tides');
      await hands.clickOn(hands.dialog.getByRole('option').first());
      await hands.clickOn(hands.dialog.getByLabel('Base URL'));
      await hands.type(site);
      await hands.press('Tab');
      await hands.type('2031');
      await hands.see(/year~2031$/);
      await hands.press('Enter');
      await hands.click('Import 1 file');
      await hands.see('1 file imported');
    },
    async byCurl(shell) {
      const parameters = `{"base_url":"${site}","year":"2031"}`;
      const made = await shell.run(
        `curl $C/auids -d pluginId=${plugin} --data-urlencode 'auConfig=${parameters}'`,
      );
      const { auid } = JSON.parse(made) as { auid: string };
      const configuration = JSON.stringify({ auId: auid, auConfig: JSON.parse(parameters) });
      await shell.run(`curl -X PUT $C/aus/${encoded(auid)} --json '${configuration}'`);
      const imported = await shell.run(`curl $R/archives -F 'auid=${auid}' -F archive=@crawl.warc.gz`);
      expectIn(imported, '"status":"OK"');
    },
  },
  {
    name: 'Find a page by its URL and look at it',
    async inConsole(hands) {
      await findChangedUrl(hands);
      await hands.click(/^Version 2/);
      await hands.page.frameLocator('.preview-frame').getByText('High water: 7:00').waitFor();
    },
    async byCurl(shell) {
      const listed = await shell.run(`curl "$R/artifacts?url=${CHANGED_URL}"`);
      const { artifacts } = JSON.parse(listed) as { artifacts: { uuid: string }[] };
      expectIn(await shell.run(`curl $R/artifacts/${artifacts[0]!.uuid}/payload`), 'High water: 7:00');
    },
  },
  {
    name: 'Compare two versions of it',
    async inConsole(hands) {
      await findChangedUrl(hands);
      await hands.click('Select version 1 for comparison');
      await hands.click('Select version 2 for comparison');
      await hands.click('Compare');
      await hands.see(/Lines added: 1; removed: 1/);
    },
    async byCurl(shell) {
      const listed = await shell.run(`curl "$R/artifacts?url=${CHANGED_URL}&versions=all"`);
      const { artifacts } = JSON.parse(listed) as { artifacts: { uuid: string }[] };
      for (const [at, { uuid }] of artifacts.entries())
        await shell.run(`curl $R/artifacts/${uuid}/payload > ${at}`);
      expectIn(await shell.run('diff 0 1 || true'), 'High water: 6:00');
    },
  },
  {
    name: 'Which AUs of a publisher are missing; add three',
    async inConsole(hands) {
      await hands.click('Titles');
      const main = hands.page.locator('#main');
      await hands.clickOn(main.getByRole('textbox').or(main.getByRole('searchbox')).first());
      await hands.type('harbour');
      await hands.clickOn(hands.page.getByLabel('Not yet added'));
      await hands.click('Search');
      await hands.clickOn(hands.page.getByRole('treeitem').filter({ hasText: 'Tide Tables' }).first());
      for (const year of [2016, 2017, 2018]) {
        const line = hands.page.getByRole('treeitem').filter({ hasText: `Tide Tables ${year}` });
        await hands.clickOn(line.getByRole('checkbox'));
      }
      await hands.click('Add 3 AUs');
      await hands.click('Add', hands.dialog);
      await hands.dialog.getByText('Added').nth(2).waitFor();
    },
    async byCurl(shell) {
      const query = "select auId, name where tdbPublisher.name = 'Example Harbour Press'";
      const known = await shell.run(`curl -G $C/ws/tdbaus --data-urlencode "tdbAuQuery=${query}"`);
      const held = await shell.run('curl -G $C/ws/auqueries --data-urlencode "auQuery=select auId"');
      const configured = new Set((JSON.parse(held) as { auId: string }[]).map(({ auId }) => auId));
      const missing = (JSON.parse(known) as { auId: string }[]).filter(({ auId }) => !configured.has(auId));
      const chosen = missing.slice(0, 3).map(({ auId }) => auId);
      const added = `curl $C/aus/add -H 'content-type: text/plain' --data-binary '${chosen.join('\n')}'`;
      expectIn(await shell.run(added), chosen[2]!);
    },
  },
  {
    name: 'Deactivate an AU, and take it back',
    async inConsole(hands, { name }) {
      await hands.click('Archival Units');
      await hands.click(name);
      await hands.click('Deactivate');
      await hands.click('Deactivate', hands.dialog);
      await hands.click('Undo', hands.dialog);
      await hands.see('1 of 1 AU restored');
    },
    async byCurl(shell, { name }) {
      const query = `select auId where name = '${name}'`;
      const found = await shell.run(`curl -G $C/ws/auqueries --data-urlencode "auQuery=${query}"`);
      const { auId } = (JSON.parse(found) as { auId: string }[])[0]!;
      for (const operation of ['deactivate', 'reactivate']) {
        const asked = `curl -X PUT $C/aus/${operation} -H 'content-type: text/plain' -d '${auId}'`;
        expectIn(await shell.run(asked), auId);
      }
    },
  },
  {
    name: 'Find what is damaged, and repair it',
    async inConsole(hands) {
      await hands.click(/artifacts? (?:is|are) damaged\.$/);
      await hands.see(DAMAGED_URL);
      await hands.click('Repair');
      await hands.see('Repaired from an intact copy of the same content:');
    },
    async byCurl(shell) {
      const { artifacts } = JSON.parse(await shell.run('curl $R/damage')) as {
        artifacts: { uuid: string }[];
      };
      expectIn(
        await shell.run(`curl -X POST $R/damage/${artifacts[0]!.uuid}/repair`),
        '"outcome":"repaired"',
      );
    },
  },
  {
    name: 'Export an AU as WACZ',
    async inConsole(hands, { name }) {
      await hands.click('Archival Units');
      await hands.click(name);
      await hands.clickOn(hands.page.locator('#main').getByRole('link', { name: 'Content', exact: true }));
      const [saved] = await Promise.all([hands.page.waitForEvent('download'), hands.click('WACZ')]);
      if (!/^default-.+\.wacz$/.test(saved.suggestedFilename()))
        throw new Error(`no WACZ of the AU was saved, but ${saved.suggestedFilename()}`);
    },
    async byCurl(shell, { name }) {
      const query = `select auId where name = '${name}'`;
      const found = await shell.run(`curl -G $C/ws/auqueries --data-urlencode "auQuery=${query}"`);
      const { auId } = (JSON.parse(found) as { auId: string }[])[0]!;
      const exported = `curl --retry 9 -o au.wacz "$R/exports/default.wacz?auid=${encoded(auId)}"`;
      await shell.run(exported);
      expectIn(await shell.run('unzip -l au.wacz'), 'datapackage.json');
    },
  },
  {
    name: 'Who imported what, and who changed an AU, when?',
    async inConsole(hands) {
      await hands.click('Import');
      const history = hands.page.getByRole('tab', { name: 'History' });
      await hands.page.locator('[role=tab]').first().waitFor();
      if ((await history.getAttribute('aria-selected')) !== 'true') await hands.clickOn(history);
      await hands.see('crawl.warc.gz');
      await hands.click('Audit log');
      const changes = hands.page.getByRole('row').filter({ hasText: 'Deactivate AUs' });
      await changes.filter({ hasText: 'admin' }).first().waitFor();
    },
    async byCurl(shell) {
      expectIn(await shell.run('curl $R/imports'), 'crawl.warc.gz');
      const changes = await shell.run('curl "$C/audit?operation=deactivateAus"');
      expectIn(changes, '"user":"admin"');
    },
  },
  {
    name: 'Change a setting in a configuration file',
    async inConsole(hands) {
      await hands.click('Configuration');
      await hands.click('Files');
      await hands.click('expert');
      await hands.clickOn(hands.page.locator('.editor .cm-content'));
      await hands.type('org.lockss.one=1');
      await hands.click('Save…');
      await hands.click('Save changes');
      await hands.see('org.lockss.one is stored for other services; this node does not use it.');
    },
    async byCurl(shell) {
      // Sends a precondition (the current ETag, or `If-None-Match: *`), so that another user's change is not
      // overwritten.
      await shell.run('echo org.lockss.one=1 > expert');
      const stored = "curl -X PUT $C/config/file/expert -H 'if-none-match: *' -F configFile=@expert";
      expectIn(await shell.run(stored), 'org.lockss.one');
    },
  },
  ...SEARCH_AND_PROOF_TASKS,
];

async function findChangedUrl(hands: CountedInput): Promise<void> {
  await hands.click('Content');
  await hands.clickOn(hands.page.getByRole('searchbox'));
  await hands.type(CHANGED_URL);
  await hands.press('Enter');
  await hands.clickOn(hands.page.getByRole('row').filter({ hasText: 'tides-today' }).first());
}
