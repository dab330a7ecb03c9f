// The `filter` parameters of a CDX query: `[!][=|~]field:expr`. Without a sign the field contains the expression, with
// `=` it is the expression, with `~` it begins with a match of it as a regular expression; `!` negates. Without a field
// the whole line of eleven columns is looked at.
import { urlkey } from '@holdfast/surt';
import { RE2JS } from 're2js';
import type { Capture } from '../../domain/replay/capture.ts';
import { badParameter } from '../errors.ts';
import { type CdxField, cdxField, cdxLine, fieldValue, redirectTarget } from './cdx-fields.ts';

export type CaptureTest = (capture: Capture) => boolean;

const MAX_PATTERN_CHARACTERS = 1_000;

/** Throws 400 for a filter that cannot be used. */
export function captureFilter(filter: string, namespace: string): CaptureTest {
  const [, negation, sign, rest = ''] = /^(!?)([=~]?)(.*)$/s.exec(filter)!;
  const { field, expression } = splitField(rest);
  const matches = textTest(sign ?? '', expression);
  const textOf = (capture: Capture) =>
    field === undefined ? cdxLine(capture, namespace) : fieldValue(field, capture, namespace);
  const wanted = negation === '';
  return (capture) => matches(textOf(capture)) === wanted;
}

/** Leaves out captures that only send to the same key again. */
export function isNoSelfRedirect(capture: Capture): boolean {
  const target = redirectTarget(capture);
  return target === undefined || urlkey(target) !== capture.urlkey;
}

function splitField(text: string): { field: CdxField | undefined; expression: string } {
  const colon = text.indexOf(':');
  if (colon < 0) return { field: undefined, expression: text };
  const field = cdxField(text.slice(0, colon));
  if (field === undefined)
    throw badParameter(`filter: there is no field ${JSON.stringify(text.slice(0, colon))}.`);
  return { field, expression: text.slice(colon + 1) };
}

function textTest(sign: string, expression: string): (text: string) => boolean {
  if (sign === '') return (text) => text.includes(expression);
  if (sign === '=') return (text) => text === expression;
  const pattern = compile(expression);
  return (text) => pattern.test(text);
}

/** RE2 syntax: no pattern takes more than linear time. */
function compile(expression: string): RE2JS {
  if (expression.length > MAX_PATTERN_CHARACTERS) {
    throw badParameter(`filter: the expression is longer than ${MAX_PATTERN_CHARACTERS} characters.`);
  }
  try {
    RE2JS.compile(expression);
    return RE2JS.compile(`^(?:${expression})`, RE2JS.DOTALL);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it does not parse';
    throw badParameter(`filter is not a usable regular expression: ${reason}`);
  }
}
