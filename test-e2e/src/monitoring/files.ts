// Reads the files of monitoring/, and the documents that describe metrics.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export const monitoringFolder = fileURLToPath(new URL('../../../monitoring', import.meta.url));

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

export interface RuleGroup {
  readonly name: string;
  readonly rules: readonly AlertRule[];
}

export interface DashboardPanel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

/** Reads a text file. `path` is relative to the project's root. */
export function readProjectText(path: string): string {
  return readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
}

// biome-ignore lint/suspicious/noExplicitAny: the file is read without validation; the tests check its content.
export const readYaml = (path: string): any => parse(readProjectText(path));

export function readAlertRules(): AlertRule[] {
  return (readYaml('monitoring/holdfast.rules.yaml').groups as RuleGroup[]).flatMap(({ rules }) => rules);
}

export function readDashboardPanels(): DashboardPanel[] {
  return JSON.parse(readProjectText('monitoring/holdfast-dashboard.json')).panels;
}

export interface DocumentedMetric {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
  readonly unit: string;
}

/** Returns the metrics listed in each section of docs/metrics.md. */
export function readDocumentedMetrics(): Map<string, DocumentedMetric[]> {
  const sections = new Map<string, DocumentedMetric[]>();
  for (const part of readProjectText('docs/metrics.md').split(/^## /m).slice(1)) {
    const rows = [...part.matchAll(/^\| `(\w+)` *\| (\w+) *\| ([^|]*?) *\| ([^|]+?) *\| [^|\n]+\|$/gm)];
    const metrics = rows.map(([, name, type, labels, unit]) => ({
      name: name!,
      type: type!,
      labels: [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!).sort(),
      unit: unit!,
    }));
    if (metrics.length > 0) sections.set(part.split('\n')[0]!, metrics);
  }
  return sections;
}

/** Returns all inline code in docs/metrics.md. */
export function readDocumentedWords(): Set<string> {
  return new Set([...readProjectText('docs/metrics.md').matchAll(/`([^`\n]+)`/g)].map(([, word]) => word!));
}
