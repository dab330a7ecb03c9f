// The headers that every answer has whoever gives it: the request's id, and those that make it inert. They are added when the
// head is written, for Node keeps each header that is set by its name, which costs a small answer more than its routing.

import { INERT_HEADERS } from '@holdfast/service-kit';
import type { Response } from 'express';
import { contextIfAny } from './context.ts';

type WriteHead = (this: Response, ...given: unknown[]) => Response;

const REQUEST_ID = 'X-Request-Id';
const inert = Object.entries(INERT_HEADERS);

/** Completes the heads of all answers with this prototype whose requests are watched. What is set or given stays. */
export function completeHeads(prototype: Response): void {
  const writeHead = prototype.writeHead as WriteHead;
  prototype.writeHead = function (this: Response, ...given: unknown[]) {
    const context = contextIfAny(this.req);
    if (context === undefined) return writeHead.apply(this, given);
    const headers = given.at(-1);
    if (Array.isArray(headers)) given[given.length - 1] = completed(this, headers, context.id);
    else complete(this, headers, context.id);
    return writeHead.apply(this, given);
  };
}

function complete(response: Response, given: unknown, id: string): void {
  const names = isHeaders(given) ? Object.keys(given) : [];
  response.setHeader(REQUEST_ID, id);
  for (const [name, value] of inert)
    if (!response.hasHeader(name) && !names.some((one) => isSame(one, name))) response.setHeader(name, value);
}

/** Names and values by turns, as they were given. */
function completed(response: Response, given: readonly string[], id: string): string[] {
  const all = [REQUEST_ID, id, ...given];
  for (const [name, value] of inert)
    if (!response.hasHeader(name) && !isNamed(given, name)) all.push(name, value);
  return all;
}

function isNamed(given: readonly string[], name: string): boolean {
  for (let at = 0; at < given.length; at += 2) if (isSame(given[at]!, name)) return true;
  return false;
}

function isSame(one: string, name: string): boolean {
  return one.length === name.length && (one === name || one.toLowerCase() === name.toLowerCase());
}

function isHeaders(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null;
}
