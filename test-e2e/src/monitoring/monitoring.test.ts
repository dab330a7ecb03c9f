// Compares docs/metrics.md, the alert rules and the dashboard with the metrics that both services export.
import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  busyArchive,
  type ExposedMetrics,
  fetchOperationIds,
  PEER_URL,
  readBusyServiceMetrics,
} from './busy-services.ts';
import { type ExposedMetric, listLabels } from './exposition.ts';
import {
  readAlertRules,
  readDashboardPanels,
  readDocumentedMetrics,
  readDocumentedWords,
  readProjectText,
  readYaml,
} from './files.ts';
import { extractLabels, findExpressionFaults, type KnownMetrics } from './judge.ts';

let exposed: ExposedMetrics;
let known: KnownMetrics;
beforeAll(async () => {
  exposed = await readBusyServiceMetrics();
  const operations = [...(await fetchOperationIds(exposed)), 'probe'];
  const services = ['repository-service', 'config-service', 'bridge'];
  const words = new Set([...readDocumentedWords(), ...services]);
  known = { expositions: [exposed.repository, exposed.config, exposed.bridge], operations, words };
}, 120_000);

const servicesOf = (section: string): (keyof ExposedMetrics & ('repository' | 'config'))[] => {
  if (section === 'Repository service') return ['repository'];
  if (section === 'Configuration service') return ['config'];
  return ['repository', 'config'];
};
/** Excludes the bridge, whose own tests compare its metrics with the document. */
const listServiceMetrics = () => [...readDocumentedMetrics()].filter(([section]) => section !== 'Bridge');
const isOfProcess = (name: string) => /^(?:process|nodejs)_/.test(name);

describe('docs/metrics.md', () => {
  it('names every metric of each service, and none that is not there', () => {
    const documented = { repository: [] as string[], config: [] as string[] };
    for (const [section, metrics] of listServiceMetrics()) {
      for (const service of servicesOf(section)) documented[service].push(...metrics.map(({ name }) => name));
    }
    for (const service of ['repository', 'config'] as const) {
      expect(documented[service].sort()).toEqual([...exposed[service].keys()].sort());
    }
  });

  it('has the type and the labels of each, and its unit', () => {
    for (const [section, metrics] of listServiceMetrics()) {
      for (const { name, type, labels, unit } of metrics) {
        const metrics = servicesOf(section).map((service) => exposed[service].get(name) as ExposedMetric);
        const seen = [...new Set(metrics.flatMap(listLabels))].sort();
        expect({ name, types: [...new Set(metrics.map((one) => one.type))] }).toEqual({
          name,
          types: [type],
        });
        // The labels of a metric are known only if the metric has samples.
        const isSeen = metrics.some(({ samples }) => samples.length > 0);
        if (isSeen || !isOfProcess(name)) expect({ name, labels }).toEqual({ name, labels: seen });
        if (name.endsWith('_bytes')) expect({ name, unit }).toEqual({ name, unit: 'bytes' });
        if (name.endsWith('_seconds'))
          expect({ name, unit }).toEqual({ name, unit: expect.stringMatching(/^seconds/) });
      }
    }
  });
});

describe('the numbers', () => {
  const total = (name: string, wanted: Readonly<Record<string, string>> = {}): number => {
    const metric =
      exposed.repository.get(name) ?? exposed.repository.get(name.replace(/_(?:sum|count)$/, ''));
    return metric!.samples
      .filter((sample) => sample.name === name)
      .filter(({ labels }) => Object.entries(wanted).every(([label, value]) => labels[label] === value))
      .reduce((sum, { value }) => sum + value, 0);
  };

  it('are those of what was done', () => {
    const { bytes, records } = busyArchive;
    const done = {
      imports: total('holdfast_imports_total', { outcome: 'complete' }),
      underWay:
        total('holdfast_imports_in_progress') +
        total('holdfast_creates_in_progress') +
        total('holdfast_codec_uploads'),
      records: total('holdfast_import_records_total', { status: 'OK' }),
      bytes: total('holdfast_import_upload_bytes_total'),
      importedSegments: total('holdfast_segment_records_count', { origin: 'imported' }),
      importedRecords: total('holdfast_segment_records_sum', { origin: 'imported' }),
      createdRecords: total('holdfast_segment_records_sum', { origin: 'created' }),
      created: total('http_responses_total', { operation: 'createArtifact', status: '201' }),
      stored: total('holdfast_stored_artifacts'),
      aus: total('holdfast_stored_aus'),
      nothingThere: total('http_responses_total', { operation: 'getCdxb', status: '404' }),
      leftEarly: total('http_requests_aborted_total', { operation: 'addArtifacts', side: 'request' }),
    };
    const artifacts = records.length + 3;
    expect(done).toEqual({
      imports: 1,
      underWay: 0,
      records: records.length,
      bytes: bytes.length,
      importedSegments: 1,
      importedRecords: records.length,
      createdRecords: 3,
      created: 3,
      stored: artifacts,
      aus: 1,
      nothingThere: 1,
      leftEarly: 1,
    });
    // The exact value is unknown, because a compaction may have reduced it.
    expect(total('holdfast_stored_warc_bytes')).toBeGreaterThan(0);
    expect(total('holdfast_segment_size_bytes_sum')).toBeGreaterThan(bytes.length);
    expect(total('holdfast_journal_shipped_rows_total') + total('holdfast_journal_lag_rows')).toBeGreaterThan(
      0,
    );
  });

  it.each(['cdxa', 'cdxb', 'warc'])(
    'tell a look-up by %s that found something from one that did not',
    (kind) => {
      expect(total('holdfast_replay_lookups_total', { kind, outcome: 'found' })).toBe(1);
      expect(total('holdfast_replay_lookups_total', { kind, outcome: 'nothing' })).toBe(1);
    },
  );
});

describe('labels', () => {
  it('hold nothing that clients sent', () => {
    const values = known.expositions.flatMap((exposition) =>
      [...exposition.values()].flatMap(({ samples }) =>
        samples.flatMap(({ labels }) => Object.values(labels)),
      ),
    );
    expect(values.length).toBeGreaterThan(100);
    const ofClients = values.filter((value) => value !== PEER_URL);
    expect(
      ofClients.filter((value) => /example|http:|:\/\/|~|^au$|^admin$|[0-9a-f]{8}-/.test(value)),
    ).toEqual([]);
  });
});

describe('the alert rules', () => {
  it.each(readAlertRules().map((rule) => [rule.alert, rule] as const))(
    '%s asks for what is there',
    (_name, { expr }) => {
      expect(findExpressionFaults(expr, known)).toEqual([]);
    },
  );

  it('have each a section that says what it means and what to do', () => {
    const sections = new Map(
      readProjectText('docs/alerts.md')
        .split(/^## /m)
        .slice(1)
        .map((part) => [part.split('\n')[0]!.toLowerCase(), part]),
    );
    const linked = new Set<string>();
    for (const { alert, annotations, labels } of readAlertRules()) {
      const [file, anchor = ''] = annotations.runbook_url.split('#');
      linked.add(anchor);
      expect(file).toBe('docs/alerts.md');
      expect({ alert, text: sections.get(anchor) }).toEqual({ alert, text: expect.stringContaining(alert) });
      expect({ alert, text: sections.get(anchor) }).toEqual({
        alert,
        text: expect.stringMatching(/\*\*Action\*\*/),
      });
      expect(['critical', 'warning']).toContain(labels.severity);
    }
    expect([...sections.keys()].sort()).toEqual([...linked].sort());
  });

  it('are each shown firing and silent', () => {
    const shown = readYaml('monitoring/holdfast.rules.test.yaml').tests.map(
      ({ name }: { name: string }) => name,
    );
    const wanted = readAlertRules().flatMap(({ alert }) => [`${alert} fires`, `${alert} is silent`]);
    expect(shown.sort()).toEqual(wanted.sort());
  });

  it('are the same for the Prometheus operator, and so is the dashboard', () => {
    const check = [fileURLToPath(new URL('../../../scripts/monitoring.mjs', import.meta.url)), 'check'];
    const { status, stderr } = spawnSync(process.execPath, check, { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { groups } = readYaml('monitoring/holdfast.rules.yaml');
    expect(readYaml('k8s/components/monitoring/rules.yaml').spec.groups).toEqual(groups);
  });
});

describe('the dashboard', () => {
  const targets = readDashboardPanels().flatMap(({ title, targets = [] }) =>
    targets.map((target) => [title, target] as const),
  );

  it.each(targets)('asks for what is there: %s', (_title, { expr, legendFormat }) => {
    const expression = expr.replaceAll('$__rate_interval', '5m');
    expect(findExpressionFaults(expression, known)).toEqual([]);
    const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!);
    expect(shown.filter((label) => !extractLabels(expression, known).has(label))).toEqual([]);
  });

  it('shows every metric of our own', () => {
    const all = targets.map(([, { expr }]) => expr).join(' ');
    const own = known.expositions
      .flatMap((exposition) => [...exposition.keys()])
      .filter((name) => !isOfProcess(name));
    const notShown = new Set(own.filter((name) => !all.includes(name)));
    expect([...notShown].sort()).toEqual([
      // Metrics that need not be on the dashboard, because the dashboard displays them indirectly, or because they only
      // explain other metrics.
      'holdfast_backup_age_seconds',
      'holdfast_backup_period_seconds',
      'holdfast_check_artifacts_total',
      'holdfast_checks_delay_seconds',
      'holdfast_checks_waiting',
      'holdfast_config_load_change_timestamp_seconds',
      'holdfast_config_load_end_timestamp_seconds',
      'holdfast_config_load_start_timestamp_seconds',
      'holdfast_config_load_step_duration_seconds',
      'holdfast_config_loads_pending',
      'holdfast_config_older_than_store',
      'holdfast_config_snapshot_timestamp_seconds',
      'holdfast_damaged_reads_total',
      'holdfast_database_pool_idle',
      'holdfast_deletions_open',
      'holdfast_job_failed',
      'holdfast_job_items_done',
      'holdfast_job_runs_total',
      'holdfast_journal_merged_objects_total',
      'holdfast_notice_deliveries_total',
      'holdfast_page_rendering_duration_seconds',
      'holdfast_page_renderings_total',
      'holdfast_peer_repairs_total',
      'holdfast_purge_oldest_seconds',
      'holdfast_purges_locked',
      'holdfast_purges_open',
      'holdfast_spool_size_bytes',
      'holdfast_stored_aus',
      'holdfast_tls_certificate_end_timestamp_seconds',
      'holdfast_url_search_delay_seconds',
      'holdfast_url_search_queued_segments',
      'holdfast_url_search_urls',
    ]);
  });
});

describe('what finds the services', () => {
  it('knows their ports and the names that the alerts count on', () => {
    const jobs = readYaml('monitoring/prometheus.yaml').scrape_configs;
    expect(
      jobs.map((job: { job_name: string; static_configs: { targets: string[] }[] }) => [
        job.job_name,
        job.static_configs.flatMap(({ targets }) => targets),
      ]),
    ).toEqual([
      ['repository-service', ['repository-service:24611']],
      ['config-service', ['config-service:24621']],
    ]);
    const { jobLabel, selector, podMetricsEndpoints } = readYaml(
      'k8s/components/monitoring/pod-monitor.yaml',
    ).spec;
    const { key, values } = selector.matchExpressions[0];
    const folders = ['base/repository-service', 'base/config-service', 'components/bridge'];
    for (const folder of folders) {
      const { metadata, spec } = readYaml(`k8s/${folder}/deployment.yaml`).spec.template;
      const service = basename(folder);
      expect(values).toContain(metadata.labels[key]);
      expect(metadata.labels[jobLabel]).toBe(service);
      const ports = spec.containers[0].ports.map(({ name }: { name: string }) => name);
      expect(ports).toContain(podMetricsEndpoints[0].port);
    }
  });
});

describe('the judge of expressions', () => {
  it.each([
    ['a metric that no program exports', 'rate(imports_totals[5m])'],
    ['a label that it does not have', 'holdfast_imports_total{result="failed"}'],
    ['a value that it never has', 'holdfast_imports_total{outcome="broken"}'],
    ['an operation that is none', 'http_responses_total{operation="getEverything"}'],
    ['grouping by what is not there', 'sum by (auid) (holdfast_imports_total)'],
    ['a histogram without its parts', 'rate(holdfast_segment_records[5m])'],
    ['parts of what is no histogram', 'holdfast_imports_total_bucket'],
    ['what is no PromQL', 'sum(rate(holdfast_imports_total[5m])'],
  ])('finds %s', (_what, expression) => {
    expect(findExpressionFaults(expression, known)).not.toEqual([]);
  });
});
