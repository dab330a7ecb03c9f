// Reads an artifact through every endpoint. Finds wrong responses that a client would accept as correct.
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import type { TestRepositoryClient } from '@holdfast/testkit';
import type { StoredRotArtifact } from './stored.ts';

interface Answer {
  status: number;
  body: Buffer;
  /** Whether the connection broke before the response was complete. */
  cut: boolean;
}

const ways = ['', '/payload', '/response'] as const;
const forms = ['warc', 'warc.gz'] as const;

export type ReadResponses = Map<string, Answer>;

export async function readEveryWay(client: TestRepositoryClient, uuid: string): Promise<ReadResponses> {
  const paths = [
    ...ways.map((way) => `/artifacts/${uuid}${way}`),
    ...forms.map((form) => `/replay/warcs/default:${uuid}.${form}`),
  ];
  const answers: ReadResponses = new Map();
  for (const path of paths) answers.set(path, await sendReadRequest(client, path));
  return answers;
}

/**
 * Returns the paths of complete, successful responses whose bodies differ from the earlier ones. Ignores multipart
 * boundaries.
 */
export function findWrongResponses(before: ReadResponses, now: ReadResponses): string[] {
  return [...now].flatMap(([path, { status, body, cut }]) => {
    const looksWhole = !cut && status === 200;
    return looksWhole && !isSameBody(body, before.get(path)!.body) ? [path] : [];
  });
}

export function areResponsesComplete(answers: ReadResponses): boolean {
  return [...answers.values()].every(({ status, cut }) => status === 200 && !cut);
}

export function isPayloadCorrect(answers: ReadResponses, { uuid, sha256 }: StoredRotArtifact): boolean {
  const { body } = answers.get(`/artifacts/${uuid}/payload`)!;
  return areResponsesComplete(answers) && createHash('sha256').update(body).digest('hex') === sha256;
}

export const listResponseStatuses = (answers: ReadResponses): number[] =>
  [...answers.values()].map(({ status }) => status);

function isSameBody(one: Buffer, other: Buffer): boolean {
  return removeBoundary(one).equals(removeBoundary(other));
}

function removeBoundary(body: Buffer): Buffer {
  const text = body.toString('latin1');
  const boundary = /^--(holdfast-[0-9a-f]{36})\r\n/.exec(text)?.[1];
  return boundary ? Buffer.from(text.replaceAll(boundary, ''), 'latin1') : body;
}

function sendReadRequest(client: TestRepositoryClient, path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: client.authorization };
    const sent = request(`${client.url}${path}`, { agent: false, headers });
    sent.once('error', reject);
    sent.once('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', () => undefined);
      response.once('close', () =>
        resolve({ status: response.statusCode!, body: Buffer.concat(pieces), cut: !response.complete }),
      );
    });
    sent.end();
  });
}
