// Formats CDX records in the output formats of the supported clients. All values are strings. An unknown value is `-`
// in lines and arrays, and is omitted in JSON objects (except the location of a revisit's original).
import type { Capture } from '../../../domain/replay/capture.ts';
import type { ResponsePiece } from '../../shared/pooled-bytes.ts';
import { type CdxParameters, chooseCdxFields } from '../query/cdx-query.ts';
import {
  additionalFieldNames,
  type CdxField,
  cdxColumns,
  findCdxField,
  formatCdxLine,
  formatFieldValue,
  formatJsonValue,
} from '../words/cdx-fields.ts';
import { formatCdxLines } from './cdx-lines.ts';

export interface CdxFormat {
  readonly contentType: string;
  /** Text before the first record. */
  readonly begin: string;
  records(captures: readonly Capture[]): ResponsePiece;
  /** Returns the text after the last record, including the resume key if there is one. */
  end(resumeKey: string | undefined): string;
}

const namesInJson: Readonly<Record<string, string>> = {
  original: 'url',
  mimetype: 'mime',
  statuscode: 'status',
};
const jsonNames = [...cdxColumns.map((name) => namesInJson[name] ?? name), ...additionalFieldNames];

interface Column {
  readonly name: string;
  readonly field: CdxField;
}

export function chooseCdxFormat(parameters: CdxParameters, namespace: string): CdxFormat {
  switch (parameters.output) {
    case 'cdxj':
      return createCdxjFormat(makeColumns(chooseCdxFields(parameters, jsonNames)), namespace);
    case 'json':
      return createJsonLinesFormat(makeColumns(chooseCdxFields(parameters, jsonNames)), namespace);
    case 'jsondict':
      return createJsonArrayFormat(makeColumns(chooseCdxFields(parameters, jsonNames)), namespace);
    case 'jsonarray':
      return createJsonRowsFormat(makeColumns(chooseCdxFields(parameters, cdxColumns)), namespace);
    default:
      return createLinesFormat(makeColumns(chooseCdxFields(parameters, cdxColumns)), namespace);
  }
}

function createLinesFormat(columns: Column[], namespace: string): CdxFormat {
  const isUsual = columns.map(({ field }) => field).join() === cdxColumns.join();
  return {
    contentType: 'text/plain; charset=utf-8',
    begin: '',
    records: (captures) =>
      isUsual
        ? (formatCdxLines(captures, namespace) ??
          joinFormatted(captures, (capture) => `${formatCdxLine(capture, namespace)}\n`))
        : joinFormatted(captures, (capture) => `${text(columns, capture, namespace)}\n`),
    end: formatKeyLine,
  };
}

function createCdxjFormat(columns: Column[], namespace: string): CdxFormat {
  const members = columns.filter(({ field }) => field !== 'urlkey' && field !== 'timestamp');
  const line = (capture: Capture) =>
    `${capture.urlkey} ${formatFieldValue('timestamp', capture, namespace)} ${formatJsonObject(members, capture, namespace)}\n`;
  return {
    contentType: 'text/x-cdxj; charset=utf-8',
    begin: '',
    records: (captures) => joinFormatted(captures, line),
    end: formatKeyLine,
  };
}

function createJsonLinesFormat(columns: Column[], namespace: string): CdxFormat {
  return {
    contentType: 'application/x-ndjson',
    begin: '',
    records: (captures) =>
      joinFormatted(captures, (capture) => `${formatJsonObject(columns, capture, namespace)}\n`),
    end: (resumeKey) => (resumeKey === undefined ? '' : `${JSON.stringify({ resumeKey })}\n`),
  };
}

function createJsonArrayFormat(columns: Column[], namespace: string): CdxFormat {
  let separator = '';
  const item = (capture: Capture) => {
    const text = `${separator}${formatJsonObject(columns, capture, namespace)}`;
    separator = ',\n';
    return text;
  };
  return {
    contentType: 'application/json',
    begin: '[',
    records: (captures) => joinFormatted(captures, item),
    end: (resumeKey) => (resumeKey === undefined ? ']\n' : `${separator}${JSON.stringify({ resumeKey })}]\n`),
  };
}

/** JSON array of rows. The first row contains the field names. A resume key is in the last row, after an empty row. */
function createJsonRowsFormat(columns: Column[], namespace: string): CdxFormat {
  const item = (capture: Capture) => `,\n${JSON.stringify(formatRowValues(columns, capture, namespace))}`;
  return {
    contentType: 'application/json',
    begin: `[${JSON.stringify(columns.map(({ name }) => name))}`,
    records: (captures) => joinFormatted(captures, item),
    end: (resumeKey) => (resumeKey === undefined ? ']\n' : `,\n[],\n${JSON.stringify([resumeKey])}]\n`),
  };
}

/** Returns a blank line and the resume key, the format that CDX clients expect. */
function formatKeyLine(resumeKey: string | undefined): string {
  return resumeKey === undefined ? '' : `\n${resumeKey}\n`;
}

function makeColumns(names: readonly string[]): Column[] {
  return names.map((name) => ({ name, field: findCdxField(name)! }));
}

function text(columns: Column[], capture: Capture, namespace: string): string {
  let line = '';
  for (const { field } of columns) line += `${line && ' '}${formatFieldValue(field, capture, namespace)}`;
  return line;
}

function formatRowValues(columns: Column[], capture: Capture, namespace: string): string[] {
  return columns.map(({ field }) => formatFieldValue(field, capture, namespace));
}

function formatJsonObject(columns: Column[], capture: Capture, namespace: string): string {
  let members = '';
  for (const { name, field } of columns) {
    const value = formatJsonValue(field, capture, namespace);
    if (value !== undefined) members += `${members && ','}"${name}":${JSON.stringify(value)}`;
  }
  return `{${members}}`;
}

function joinFormatted(captures: readonly Capture[], textOf: (capture: Capture) => string): string {
  let all = '';
  for (const capture of captures) all += textOf(capture);
  return all;
}
