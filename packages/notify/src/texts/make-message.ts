// Creates the messages about notices: the subject and text of a mail, or the JSON for a webhook. Titles and file names
// come from crawled content and from clients, so control characters are removed and lengths are limited.
import type { NoticeDetail, NoticeLanguage } from '@holdfast/api-types';
import { decodeAuKey, parseAuid } from '@holdfast/auid';
import type { StoredNotice } from '../notices/notice.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { NoticeTexts, PluralText } from './notice-texts.ts';

export interface MessageContext {
  /** Name of the node, for the text of messages. */
  readonly node: string;
  /** Base URL of the console, ending in `/`. If undefined, messages contain no links. */
  readonly consoleUrl: string | undefined;
  /** Names of AUs by AUID, as far as they are known. */
  readonly auNames?: ReadonlyMap<string, string> | undefined;
}

export interface MessageReader {
  readonly type: 'mail' | 'webhook';
  readonly address: string;
  readonly language: NoticeLanguage;
}

export interface Message {
  readonly subject: string;
  /** Text of a mail, or JSON for a webhook. */
  readonly body: string;
}

const TEXTS: Readonly<Record<NoticeLanguage, NoticeTexts>> = { en, de, fr, es };

const MAX_SUBJECT = 200;
const MAX_LINE = 1_000;
/** Maximum length of a link to an AU. It is less than MAX_LINE. AUIDs may have thousands of characters. */
const MAX_LINK = 900;
/** Maximum number of notices that a message describes. */
const MAX_NOTICES = 20;
/** Maximum size of the JSON for a webhook. The Standard Webhooks rules recommend less than 20 kB. */
const MAX_JSON_BYTES = 18_000;

/** Creates the message about notices of the same kind and status. */
export function makeNoticeMessage(
  context: MessageContext,
  reader: MessageReader,
  notices: readonly StoredNotice[],
): Message {
  const { kind, status } = notices[0]!;
  const texts = TEXTS[reader.language];
  const count = notices.reduce((sum, { detail }) => sum + selectTitleCount(detail, kind), 0);
  const names = [...new Set(notices.flatMap(({ detail: { name } }) => (name === undefined ? [] : [name])))];
  const isNamed = texts.kinds[kind][0].includes('{name}');
  const plain = formatCount(
    reader.language,
    texts.kinds[kind],
    isNamed ? names.length : count,
    names.join(', '),
  );
  const title = status === 'resolved' ? fillPlaceholders(texts.resolved, { title: plain }) : plain;
  const shown = notices.slice(0, MAX_NOTICES);
  const lines = shown.flatMap((notice) => ['', ...describeNotice(context, reader.language, notice)]);
  const left = notices.length - shown.length;
  if (left > 0) lines.push('', formatCount(reader.language, texts.more, left));
  return finishMessage(context, reader, {
    ...{ kind, status, title, lines, count },
    at: notices.at(-1)!.at,
    notices: shown,
  });
}

/** Creates the message that only counts the notices above the hourly limit. */
export function makeOverflowMessage(
  context: MessageContext,
  reader: MessageReader,
  { count, atMs }: { readonly count: number; readonly atMs: number },
): Message {
  const texts = TEXTS[reader.language];
  return finishMessage(context, reader, {
    ...{ kind: 'overflow', status: 'event', count, at: atMs, notices: [] },
    title: formatCount(reader.language, texts.overflow, count),
    lines: ['', texts.overflowBody],
  });
}

export function makeTestMessage(context: MessageContext, reader: MessageReader, atMs: number): Message {
  const texts = TEXTS[reader.language];
  return finishMessage(context, reader, {
    ...{ kind: 'test', status: 'event', count: 1, at: atMs, notices: [] },
    title: texts.test,
    lines: ['', texts.testBody],
  });
}

interface MessageParts {
  readonly kind: string;
  readonly status: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly count: number;
  /** Time of the latest notice. */
  readonly at: number;
  readonly notices: readonly StoredNotice[];
}

function finishMessage(context: MessageContext, reader: MessageReader, parts: MessageParts): Message {
  const title = shorten(parts.title, MAX_SUBJECT);
  if (reader.type === 'webhook')
    return { subject: title, body: makeWebhookBody(context, { ...parts, title }) };
  const texts = TEXTS[reader.language];
  const footer = [
    fillPlaceholders(texts.why, { address: reader.address }),
    ...(context.consoleUrl === undefined
      ? []
      : [fillPlaceholders(texts.change, { link: `${context.consoleUrl}notifications` })]),
  ];
  return {
    subject: shorten(`[Holdfast ${context.node}] ${title}`, MAX_SUBJECT),
    body: [
      title,
      fillPlaceholders(texts.onNode, { node: context.node }),
      ...parts.lines.map((line) => shorten(line, MAX_LINE)),
      '',
      '-- ',
      ...footer,
      '',
    ].join('\n'),
  };
}

/** Creates the JSON for a webhook. To limit its size, omits artifacts first, then text. */
function makeWebhookBody(context: MessageContext, parts: MessageParts): string {
  const items = parts.notices.flatMap((notice) => listItems(context, notice));
  const link = findLink(context, parts.notices[0], parts.kind);
  const make = (shown: number, text: string) =>
    JSON.stringify({
      type: parts.kind,
      timestamp: new Date(parts.at).toISOString(),
      data: {
        node: context.node,
        kind: parts.kind,
        status: parts.status,
        title: parts.title,
        text,
        count: parts.count,
        items: items.slice(0, shown),
        ...(link !== undefined && { link }),
      },
    });
  const text = parts.lines
    .map((line) => shorten(line, MAX_LINE))
    .join('\n')
    .trim();
  for (let shown = Math.min(items.length, MAX_NOTICES); shown > 0; shown = Math.floor(shown / 2)) {
    const json = make(shown, text);
    if (Buffer.byteLength(json) <= MAX_JSON_BYTES) return json;
  }
  const bare = make(0, text);
  return Buffer.byteLength(bare) <= MAX_JSON_BYTES ? bare : make(0, shorten(text, 1_000));
}

function listItems(context: MessageContext, { namespace, auid, detail }: StoredNotice) {
  const auName = findAuName(context, auid);
  const au = {
    ...(namespace !== undefined && { namespace }),
    ...(auid !== undefined && { auid }),
    ...(auName !== undefined && { auName }),
  };
  const artifacts = detail.items ?? [];
  if (artifacts.length === 0) return auid === undefined ? [] : [au];
  return artifacts.map(({ uuid, url }) => {
    const link = formatArtifactLink(context, uuid, namespace);
    return { ...au, uuid, ...(url !== undefined && { url }), ...(link !== undefined && { link }) };
  });
}

/** Returns the lines about one notice. */
function describeNotice(context: MessageContext, language: NoticeLanguage, notice: StoredNotice): string[] {
  const texts = TEXTS[language];
  const { detail, auid, user, namespace } = notice;
  const artifacts = detail.items ?? [];
  const left = (detail.count ?? 0) - artifacts.length;
  const line = (text: string, value: string | undefined) =>
    value === undefined || value === '' ? [] : [`  ${fillPlaceholders(text, { text: value })}`];
  return [
    [
      formatTime(language, notice.at),
      auid === undefined ? undefined : (findAuName(context, auid) ?? describeAuid(auid)),
      detail.name,
    ]
      .filter((part) => part !== undefined)
      .join('  '),
    ...(auid === undefined ? [] : [`  AUID: ${auid}`]),
    ...artifacts.flatMap(({ uuid, url }) => [
      `  ${url ?? uuid}`,
      ...(context.consoleUrl === undefined ? [] : [`  ${formatArtifactLink(context, uuid, namespace)}`]),
    ]),
    ...(artifacts.length > 0 && left > 0 ? [`  ${formatCount(language, texts.more, left)}`] : []),
    ...line(texts.reason, detail.reason),
    ...line(texts.store, detail.store),
    ...describeSource(texts, detail),
    ...line(texts.by, user),
    ...(detail.since === undefined
      ? []
      : [`  ${fillPlaceholders(texts.stillSince, { time: formatTime(language, detail.since) })}`]),
    ...describeCounts(language, detail),
    ...(artifacts.length === 0 ? formatLinkLines(context, notice) : []),
  ];
}

function describeSource(texts: NoticeTexts, { sourceKind, sourceName = '' }: NoticeDetail): string[] {
  return sourceKind === undefined
    ? []
    : [`  ${fillPlaceholders(texts.sources[sourceKind], { text: sourceName })}`];
}

const formatLinkLines = (context: MessageContext, notice: StoredNotice): string[] => {
  const link = findLink(context, notice, notice.kind);
  return link === undefined ? [] : [`  ${link}`];
};

/** Returns the lines of a weekly summary: the number of notices of each kind. */
function describeCounts(language: NoticeLanguage, { counts }: NoticeDetail): string[] {
  if (counts === undefined) return [];
  const { labels, weekly, noEvents } = TEXTS[language];
  const lines = Object.entries(counts).flatMap(([kind, count]) => {
    const label = (labels as Readonly<Record<string, string>>)[kind];
    return label === undefined ? [] : [`  ${label}: ${new Intl.NumberFormat(language).format(count)}`];
  });
  return lines.length === 0 ? [`  ${noEvents}`] : [`  ${weekly}`, ...lines];
}

/** Returns the number for the title: artifacts for damage and deletions, problems for loads, otherwise 1. */
function selectTitleCount({ count = 1 }: NoticeDetail, kind: string): number {
  return /^(?:damage|copy|deletion\.(?:done|restored)|purge|source|plugin)/.test(kind) ? count : 1;
}

/** Returns the name of an AU. Names come from title databases and users, so their length is limited. */
function findAuName({ auNames }: MessageContext, auid: string | undefined): string | undefined {
  const name = auid === undefined ? undefined : auNames?.get(auid);
  return name === undefined ? undefined : shorten(name, MAX_SUBJECT);
}

/** Describes an AU without a known name by its parameters, such as `http://www.example.org/, 2025`. */
function describeAuid(auid: string): string {
  const parts = parseAuid(auid);
  const values = parts && decodeAuKey(parts.auKey);
  return values === undefined ? auid : Object.values(values).join(', ');
}

const formatArtifactLink = ({ consoleUrl }: MessageContext, uuid: string, namespace: string | undefined) =>
  consoleUrl === undefined
    ? undefined
    : `${consoleUrl}artifacts/${uuid}${namespace === undefined ? '' : `?namespace=${encodeURIComponent(namespace)}`}`;

/** Returns the link to the console page about the subject of a notice. */
function findLink(
  { consoleUrl }: MessageContext,
  notice: StoredNotice | undefined,
  kind: string,
): string | undefined {
  if (consoleUrl === undefined) return undefined;
  const [item] = notice?.detail.items ?? [];
  if (item !== undefined) return formatArtifactLink({ consoleUrl, node: '' }, item.uuid, notice?.namespace);
  if (notice?.auid !== undefined) {
    const link = `${consoleUrl}aus/${encodeURIComponent(notice.auid)}`;
    return link.length <= MAX_LINK ? link : `${consoleUrl}aus`;
  }
  if (notice?.detail.check !== undefined) return `${consoleUrl}checks/${notice.detail.check}`;
  if (/^(?:source|plugin)\./.test(kind)) return `${consoleUrl}configuration`;
  if (/^(?:overflow|test)$/.test(kind)) return `${consoleUrl}notifications`;
  return kind === 'summary.weekly' ? consoleUrl : `${consoleUrl}keeping`;
}

/** Formats a time as in the console. English dates have the day first, such as `27 Nov 2026`. */
function formatTime(language: NoticeLanguage, ms: number): string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    ...{ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' },
  });
  return `${format.format(ms)} UTC`;
}

function formatCount(language: NoticeLanguage, [one, other]: PluralText, count: number, name = ''): string {
  const text = new Intl.PluralRules(language).select(count) === 'one' ? one : other;
  return fillPlaceholders(text, {
    count: new Intl.NumberFormat(language).format(count),
    name: shorten(name, 100),
  });
}

function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_whole, key: string) => values[key] ?? '');
}

/** Removes control characters and line breaks, and limits the length. */
function shorten(text: string, characters: number): string {
  const clean = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').toWellFormed();
  return clean.length <= characters ? clean : `${clean.slice(0, characters - 1).toWellFormed()}…`;
}
