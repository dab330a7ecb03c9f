// Sample AU with its four documents, and the lines of JSON that represent it.
import type request from 'supertest';
import { peer } from '../aus/documents.ts';
import { makeConfiguration, makeTestAuid } from '../aus/known-aus.ts';

export const auId = makeTestAuid('2014');
export const auConfig = makeConfiguration('2014');
const agreement = {
  percentAgreement: 0.5,
  percentAgreementTime: 1,
  highestPercentAgreement: 0.75,
  highestPercentAgreementTime: 2,
};
export const auState = { auCreationTime: 1_000, lastCrawlResultMsg: 'Successful', hasSubstance: 'Yes' };
const auAgreements = { rawMap: { [peer]: { id: peer, map: { POR: agreement } } } };
const auSuspectUrlVersions = {
  suspectVersions: [
    {
      url: 'http://x/',
      version: 2,
      created: 3,
      computedHash: null,
      storedHash: { bytes: 'q83vEg==', algorithm: 'SHA-256' },
    },
  ],
};
const noAuPeers = { rawSet: [peer], date: 7 };
export const completeRecord = { auId, auConfig, auState, auAgreements, auSuspectUrlVersions, noAuPeers };

export const parseLines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

export function asText(response: request.Response, done: (error: Error | null, text: string) => void): void {
  const chunks: Buffer[] = [];
  const stream = response as unknown as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => done(null, Buffer.concat(chunks).toString()));
  stream.on('error', (error) => done(error, ''));
}
