// Result of a rendering: the parts of the document, the resources in it, and the report.
import type { PageReport } from '@holdfast/api-types';
import { pageLimits } from '../../domain/page/limits.ts';
import type {
  MissingReason,
  PageFacts,
  PagePart,
  PageReference,
  ReferenceResult,
} from '../../domain/page/page-report.ts';
import type { LoadedResource } from './load-resources.ts';

export interface RenderedPage {
  readonly parts: readonly PagePart[];
  readonly resources: ReadonlyMap<number, LoadedResource>;
  readonly report: PageReport;
  /** Memory that the page uses, in bytes. */
  readonly sizeBytes: number;
}

interface Rendering {
  readonly parts: readonly PagePart[];
  readonly facts: PageFacts;
  readonly references: readonly PageReference[];
  readonly results: readonly ReferenceResult[];
  readonly resources: ReadonlyMap<number, LoadedResource>;
}

/** Empty data URL for a resource that exceeds the size limit of the response. */
const NO_DATA = 'data:,';
/** Bytes that are encoded at once. A multiple of 3, so that only the last piece of Base64 is padded. */
const PIECE_BYTES = 3 * 64 * 1024;

export function completePage({ parts, facts, references, results, resources }: Rendering): RenderedPage {
  const { fitting, omitted } = limitWritten(parts, resources);
  const reasons = new Map<number, MissingReason>();
  for (const one of results) if (one.result === 'missing') reasons.set(one.id, one.reason);
  for (const id of omitted) reasons.set(id, 'tooLarge');
  const missing = references.flatMap(({ id, kind, urls }) => {
    const reason = reasons.get(id);
    return reason === undefined ? [] : [{ url: urls[0]!, kind, reason }];
  });
  const refused = facts.refused.map(({ kind, urls }) => ({
    url: urls[0]!,
    kind,
    reason: 'tooMany' as const,
  }));
  const { title, refresh, frameset, cut } = facts;
  return {
    parts: fitting,
    resources,
    report: {
      ...(title !== undefined && { title }),
      ...(refresh && { refresh }),
      shown: references.length - missing.length,
      total: references.length + refused.length,
      missing: [...missing, ...refused].slice(0, pageLimits.missing),
      frameset,
      cut,
    },
    sizeBytes: measureMemory(fitting, resources),
  };
}

/** Replaces resources that exceed the size limit of the response. A resource counts once per occurrence. */
function limitWritten(parts: readonly PagePart[], resources: ReadonlyMap<number, LoadedResource>) {
  let written = 0;
  const omitted = new Set<number>();
  const fitting = parts.map((part): PagePart => {
    if (typeof part === 'string') {
      written += part.length;
      return part;
    }
    const size = (4 / 3) * (resources.get(part.inline)?.bytes.length ?? 0);
    if (written + size > pageLimits.writtenBytes) {
      omitted.add(part.inline);
      return NO_DATA;
    }
    written += size;
    return part;
  });
  return { fitting, omitted };
}

function measureMemory(parts: readonly PagePart[], resources: ReadonlyMap<number, LoadedResource>): number {
  let bytes = 1024;
  for (const part of parts) bytes += typeof part === 'string' ? 2 * part.length : 32;
  for (const resource of resources.values()) bytes += resource.bytes.length;
  return bytes;
}

/** Generates the document piece by piece, so that no resource is in memory as one Base64 text. */
export function* writePage({ parts, resources }: RenderedPage): Generator<Buffer> {
  for (const part of parts) {
    if (typeof part === 'string') {
      if (part !== '') yield Buffer.from(part);
      continue;
    }
    const resource = resources.get(part.inline);
    if (!resource) continue;
    const { type, bytes } = resource;
    yield Buffer.from(`data:${type};base64,`);
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      yield Buffer.from(bytes.subarray(at, at + PIECE_BYTES).toString('base64'));
  }
}
