// Packs the Helm chart: the folder k8s without its examples, with the script that creates the secrets.
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packFolder } from './tar.mjs';

/** Packs the chart into `folder`. Throws if the version of the chart or of its images differs from `version`. */
export async function packChart(k8s, folder, { version, epoch, scratch }) {
  const chart = join(scratch, 'chart', 'holdfast');
  cpSync(k8s, chart, { recursive: true });
  rmSync(join(chart, 'examples'), { recursive: true });
  cpSync(join(k8s, '../scripts/make-secrets.sh'), join(chart, 'scripts/make-secrets.sh'));
  const description = readFileSync(join(chart, 'Chart.yaml'), 'utf8');
  for (const line of [`version: ${version}`, `appVersion: ${version}`]) {
    if (!description.split('\n').includes(line)) throw new Error(`k8s/Chart.yaml does not say "${line}"`);
  }
  await packFolder(join(scratch, 'chart'), ['holdfast'], join(folder, `holdfast-chart-${version}.tgz`), {
    epoch,
  });
}
