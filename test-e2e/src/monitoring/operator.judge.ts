// Covers: k8s monitoring
// Builds an overlay with the component for the Prometheus operator, using kustomize, and checks the result.
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { buildGoTool, describeWithTools } from '../k8s/go-tool.ts';
import { buildOverlay, k8sFolder, kustomizeTool } from '../k8s/manifests.ts';
import { readProjectText, readYaml } from './files.ts';

describeWithTools(
  { kustomize: await buildGoTool(kustomizeTool) },
  'the component for monitoring',
  (programs) => {
    it('adds to an overlay what finds the replicas, and the rules', async () => {
      const folder = join(await createTemporaryFolder(), 'k8s');
      await cp(k8sFolder, folder, { recursive: true });
      const overlay = join(folder, 'overlays', 'cluster');
      const file = join(overlay, 'kustomization.yaml');
      const text = await readFile(file, 'utf8');
      const changed = text.replace(
        /^components:\n/m,
        'components:\n  - ../../components/monitoring\n  - ../../components/runbook-address\n',
      );
      expect(changed).not.toBe(text);
      await writeFile(file, changed);
      const objects = parseAllDocuments(await buildOverlay(programs, overlay)).map((one) => one.toJS());
      const added = objects.filter(({ apiVersion }) => apiVersion === 'monitoring.coreos.com/v1');
      const { namespace } = objects.find(({ kind }) => kind === 'Deployment').metadata;
      expect(added.map(({ kind, metadata }) => [kind, metadata.namespace])).toEqual([
        ['PodMonitor', namespace],
        ['PrometheusRule', namespace],
      ]);
      // kustomize must not change the braces of alert templates.
      const { groups } = readYaml('monitoring/holdfast.rules.yaml');
      const linked = JSON.stringify(groups).replaceAll(
        'docs/alerts.md#',
        'https://docs.example.org/alerts.md#',
      );
      expect(added[1].spec.groups).toEqual(JSON.parse(linked));
      const dashboard = objects.find(({ metadata }) => metadata.name === 'holdfast-dashboard');
      expect(dashboard.metadata.labels).toMatchObject({ grafana_dashboard: '1' });
      const [[, board]] = Object.entries(dashboard.data) as [[string, string]];
      expect(board).toBe(readProjectText('monitoring/holdfast-dashboard.json'));
    });
  },
);
