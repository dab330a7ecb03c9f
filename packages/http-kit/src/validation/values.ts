// One named value of a request (parameter or form field): text → validated value, or the sentence that says
// what is wrong with it.

import type { Contract } from '../contract/contract.ts';
import { resolved, type Schema } from '../contract/operations.ts';
import type { ApiError } from '../errors/api-error.ts';
import { badRequest } from '../errors/catalogue.ts';
import { meanings, typesOf } from './coerce.ts';
import { validatorOf } from './compile.ts';
import { sentenceFor } from './sentences.ts';
import { whyUnsafe } from './unsafe.ts';

export type Judged = { readonly value: unknown } | { readonly fault: string };

export interface Named {
  /** The name that people read: `Query parameter "limit"`. */
  readonly subject: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly explode?: boolean;
  readonly emptyIsAbsent?: boolean;
}

/** `texts` are all the values sent under this name. An absent one has its schema's default, if any. */
export function judge(contract: Contract, named: Named, texts: readonly string[]): Judged {
  const { subject, schema } = named;
  const given = named.emptyIsAbsent === true ? texts.filter((text) => text !== '') : texts;
  if (given.length === 0) {
    return named.required
      ? { fault: `${subject} is required.` }
      : { value: resolved(contract, schema).default };
  }
  if (typesOf(contract, schema).has('array')) return judgeList(contract, named, given);
  if (given.length > 1) return { fault: `${subject} must be given only once.` };
  return judgeText(contract, subject, schema, given[0]!);
}

/** What is wrong with parsed JSON by a schema of the contract, as a sentence about `subject`; undefined when nothing is. */
export function validateValue(
  contract: Contract,
  subject: string,
  schema: Schema,
  value: unknown,
): string | undefined {
  const judged = judgeValue(contract, subject, schema, value);
  return 'fault' in judged ? judged.fault : undefined;
}

/** A value that is no text any more, such as parsed JSON. */
export function judgeValue(contract: Contract, subject: string, schema: Schema, value: unknown): Judged {
  const unsafe = whyUnsafe(value);
  if (unsafe !== undefined) return { fault: `${subject} ${unsafe}.` };
  const validate = validatorOf(contract, schema);
  return validate(value) ? { value } : { fault: sentenceFor(subject, validate.errors) };
}

function judgeText(contract: Contract, subject: string, schema: Schema, text: string): Judged {
  const candidates = meanings(contract, schema, text);
  const validate = validatorOf(contract, schema);
  for (const candidate of candidates) {
    const unsafe = whyUnsafe(candidate);
    if (unsafe !== undefined) return { fault: `${subject} ${unsafe}.` };
  }
  for (const candidate of candidates) if (validate(candidate)) return { value: candidate };
  // The most specific meaning of the text explains the fault best.
  validate(candidates[0]);
  return { fault: sentenceFor(subject, validate.errors) };
}

function judgeList(contract: Contract, named: Named, texts: readonly string[]): Judged {
  const items = (resolved(contract, named.schema).items as Schema | undefined) ?? {};
  const pieces = named.explode === false ? texts.flatMap((text) => text.split(',')) : texts;
  const judged = pieces.map((piece) => judgeText(contract, named.subject, items, piece));
  const faulty = judged.find((one) => 'fault' in one);
  if (faulty !== undefined) return faulty;
  const list = judged.map((one) => (one as { value: unknown }).value);
  return judgeValue(contract, named.subject, named.schema, list);
}

/** One 400 for everything that is wrong. */
export function faultsError(faults: readonly string[]): ApiError {
  return badRequest(faults.join(' '), faults);
}
