// Runs the command in docs/metrics.md that turns the annotations of the alerts into links.
import { execFileSync } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { findRunnableBlocks } from '../documents/shell-blocks.ts';
import { monitoringFolder, type RuleGroup, readAlertRules } from './files.ts';

it('the documented command links every alert to its section of the documentation', async () => {
  const folder = await createTemporaryFolder();
  await cp(monitoringFolder, join(folder, 'monitoring'), { recursive: true });
  const [block, ...others] = findRunnableBlocks('docs/metrics.md');
  expect(others).toEqual([]);
  execFileSync('sh', ['-ec', block!.text], { cwd: folder });
  const rules = await readFile(join(folder, 'monitoring', 'holdfast.rules.yaml'), 'utf8');
  const links = (parse(rules).groups as RuleGroup[]).flatMap((group) =>
    group.rules.map(({ annotations }) => annotations.runbook_url),
  );
  expect(links).toEqual(
    readAlertRules().map(({ annotations }) =>
      annotations.runbook_url.replace('docs/alerts.md', 'https://docs.example.org/alerts.md'),
    ),
  );
});
