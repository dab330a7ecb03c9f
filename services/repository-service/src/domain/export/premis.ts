// Formats objects, events and agents as PREMIS 3.0 (https://www.loc.gov/standards/premis/v3/), with elements in schema
// order.
import type { EventDetail, EventKind } from '../artifact-event.ts';

export const PREMIS_HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<premis xmlns="http://www.loc.gov/premis/v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="3.0">\n';
export const PREMIS_END = '</premis>\n';

export interface PremisObject {
  readonly uuid: string;
  readonly url: string;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly contentLength: number;
  readonly mime: string | undefined;
}

/** Formats an artifact's payload. The type is `bitstream`, because the payload is part of the exported WARC file. */
export function formatPremisObject({ uuid, url, sha256, contentLength, mime }: PremisObject): string {
  return formatElement('object xsi:type="bitstream"', [
    formatIdentifier('object', 'UUID', uuid),
    formatElement('significantProperties', [
      formatTextElement('significantPropertiesType', 'target URI'),
      formatTextElement('significantPropertiesValue', url),
    ]),
    formatElement('objectCharacteristics', [
      formatElement('fixity', [
        formatTextElement('messageDigestAlgorithm', 'SHA-256'),
        formatTextElement('messageDigest', sha256),
      ]),
      formatTextElement('size', String(contentLength)),
      formatElement('format', [
        formatElement('formatDesignation', [
          formatTextElement('formatName', mime ?? 'application/octet-stream'),
        ]),
      ]),
    ]),
  ]);
}

export interface PremisEvent {
  readonly id: string;
  readonly kind: EventKind;
  readonly atMs: number;
  readonly detail: EventDetail;
  /** UUIDs of the artifacts that the event affected. */
  readonly artifacts: readonly string[];
}

/** Agents, keyed by identifier. */
export type PremisAgents = Map<string, { readonly name: string; readonly type: 'person' | 'software' }>;

/** Event types in the vocabulary of the Library of Congress. */
const TYPES: Readonly<Record<EventKind, string>> = {
  stored: 'ingestion',
  committed: 'policy assignment',
  uncommitted: 'policy assignment',
  moved: 'replication',
  checked: 'fixity check',
  damaged: 'fixity check',
  well: 'fixity check',
  repaired: 'recovery',
  held: 'policy assignment',
  released: 'policy assignment',
  deleted: 'deletion',
  purged: 'deletion',
  erased: 'deletion',
  restored: 'recovery',
  deletionRequested: 'policy assignment',
  deletionRejected: 'policy assignment',
  deletionWithdrawn: 'policy assignment',
  deletionExpired: 'policy assignment',
  deletionApproved: 'policy assignment',
  holdChanged: 'policy assignment',
};

/** Events about holds, whose reason describes the policy. The reason of any other event is a note about the outcome. */
const HOLD_KINDS: readonly EventKind[] = ['held', 'holdChanged', 'released'];

/** Formats an event, and adds its agents to `agents`. `software`: agent of events that no user caused. */
export function formatPremisEvent(event: PremisEvent, software: string, agents: PremisAgents): string {
  const { id, kind, atMs, detail, artifacts } = event;
  const { by, reason, damaged } = detail;
  const agent = by === undefined ? `software:${software}` : `user:${by}`;
  agents.set(agent, { name: by ?? software, type: by === undefined ? 'software' : 'person' });
  const outcome = kind === 'damaged' ? 'failure' : damaged === undefined ? 'success' : 'warning';
  const note = HOLD_KINDS.includes(kind) || reason === undefined ? [] : [reason];
  return formatElement('event', [
    formatIdentifier('event', 'holdfast', id),
    formatTextElement('eventType', TYPES[kind]),
    formatTextElement('eventDateTime', new Date(atMs).toISOString()),
    formatElement('eventDetailInformation', [formatTextElement('eventDetail', describe(kind, detail))]),
    formatElement('eventOutcomeInformation', [
      formatTextElement('eventOutcome', outcome),
      ...note.map((why) =>
        formatElement('eventOutcomeDetail', [formatTextElement('eventOutcomeDetailNote', why)]),
      ),
    ]),
    formatIdentifier('linkingAgent', 'holdfast', agent),
    ...artifacts.map((uuid) => formatIdentifier('linkingObject', 'UUID', uuid)),
  ]);
}

/** Formats the agents, ordered by identifier. */
export function formatPremisAgents(agents: PremisAgents): string {
  return [...agents]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { name, type }]) =>
      formatElement('agent', [
        formatIdentifier('agent', 'holdfast', id),
        formatTextElement('agentName', name),
        formatTextElement('agentType', type),
      ]),
    )
    .join('');
}

function describe(
  kind: EventKind,
  { via, file, source, store, artifacts, damaged, reason, until }: EventDetail,
): string {
  const facts = [
    ...(via === undefined ? [] : [`by ${via}`]),
    ...(file === undefined ? [] : [`from ${file}`]),
    ...(source === undefined ? [] : [`content from ${source}`]),
    ...(store === undefined ? [] : [`copy in ${store}`]),
    ...(artifacts === undefined ? [] : [`segment with ${artifacts} artifacts`]),
    ...(damaged === undefined ? [] : [`${damaged} damaged records`]),
    ...(until === undefined ? [] : [`until ${new Date(until).toISOString()}`]),
    ...(HOLD_KINDS.includes(kind) && reason !== undefined ? [reason] : []),
  ];
  return [kind, ...facts].join('; ');
}

function formatIdentifier(of: string, type: string, value: string): string {
  return formatElement(`${of}Identifier`, [
    formatTextElement(`${of}IdentifierType`, type),
    formatTextElement(`${of}IdentifierValue`, value),
  ]);
}

/** Child elements of the root. Each starts on its own line. */
const TOP = ['object', 'event', 'agent'];

function formatElement(nameAndAttributes: string, children: readonly string[]): string {
  const name = nameAndAttributes.split(' ', 1)[0]!;
  return `<${nameAndAttributes}>${children.join('')}</${name}>${TOP.includes(name) ? '\n' : ''}`;
}

function formatTextElement(name: string, value: string): string {
  return `<${name}>${escapeXml(value)}</${name}>`;
}

// XML 1.0 does not allow most control characters, unpaired surrogates and two noncharacters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are replaced.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escapeXml(value: string): string {
  return value
    .toWellFormed()
    .replace(FORBIDDEN, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
