// POST /archives with the two options that extend the LOCKSS interface: quarantine of damaged records, and a summary.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import {
  buildRevisit,
  createAuid,
  gzip,
  listStatuses,
  makeHttpRecord,
  makeResponse,
} from './made-archives.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

describe('summary', () => {
  it('is the last object, when it is asked for', async () => {
    const auid = createAuid();
    const archive = gzip(
      makeResponse('http://s/1', 'one'),
      makeResponse('http://s/1', 'one'),
      makeHttpRecord('http://s/2', '404 Not Found'),
      buildRevisit('http://s/3', { 'WARC-Refers-To-Target-URI': 'http://nowhere/' }),
      Buffer.from(makeResponse('http://s/4', 'four').toString().replace('Type: response', 'Type: odd')),
      Buffer.from(makeResponse('http://s/5', 'five').toString().replace('Type: response', 'Type: metadata')),
    );
    let said: unknown;
    const onSummary = (summary: unknown) => {
      said = summary;
    };
    await service.client.importArchive(archive, { auid, excludeStatusPattern: '404', onSummary });
    const none = { OK: 0, DUPLICATE: 0, EXCLUDED: 0, ERROR: 0 };
    expect(said).toMatchObject({
      complete: true,
      records: {
        response: { OK: 1, DUPLICATE: 1, EXCLUDED: 1, ERROR: 0 },
        resource: none,
        revisit: { ...none, ERROR: 1 },
        other: none,
      },
      quarantined: 0,
      companions: {
        kept: { request: 0, metadata: 1, other: 1 },
        alone: 2,
        dropped: { duplicate: 0, damaged: 0 },
      },
      uploadBytes: archive.length,
    });
  });
});

describe('quarantine', () => {
  const headless = (url: string) =>
    Buffer.from(makeHttpRecord(url, '200 OK', 'no head').toString().replace('HTTP/1.1', 'hTTP 1.1'));
  const without = (record: Buffer, field: string) =>
    Buffer.from(record.toString().replace(new RegExp(`${field}: .*\\r\\n`), ''));
  const records = () => [
    makeResponse('http://q/sound', 'sound'),
    withFields(makeResponse('http://q/digest', 'digest'), `WARC-Block-Digest: sha1:${'A'.repeat(32)}`),
    headless('http://q/headless'),
    without(makeResponse('http://q/undated', 'undated'), 'WARC-Date'),
    without(makeResponse('http://q/nothing', 'nothing'), 'Content-Length'),
  ];
  const withFields = (record: Buffer, field: string) =>
    Buffer.from(record.toString().replace('Content-Length', `${field}\r\nContent-Length`));

  it('stores what is damaged but whole, with a mark that is shown wherever it is read', async () => {
    const auid = createAuid();
    const file = gzip(...records());
    const refused = await service.client.importArchive(file, { auid });
    expect(listStatuses(refused.statuses)).toEqual(['OK', 'ERROR', 'ERROR', 'ERROR', 'ERROR']);
    const beforeMs = Date.now();
    const { statuses } = await service.client.importArchive(file, { auid, quarantine: true });
    expect(listStatuses(statuses)).toEqual(['DUPLICATE', 'OK', 'OK', 'OK', 'ERROR']);
    const reasons = [
      'WARC-Block-Digest does not match the block.',
      'The block does not begin with an HTTP status line.',
      'The record has no WARC-Date.',
    ];
    const listed = await service.client.artifacts(auid);
    for (const [i, reason] of reasons.entries()) {
      const { url, artifactUuid, statusMessage } = statuses[i + 1]!;
      expect(statusMessage).toContain(reason);
      expect(listed.find(({ uuid }) => uuid === artifactUuid)).toMatchObject({ uri: url, damaged: reason });
      const own = `/artifacts/${artifactUuid}`;
      const warc = `/replay/warcs/default:${artifactUuid}.warc.gz`;
      for (const path of [own, `${own}/payload`, `${own}/response`, warc]) {
        const answer = await service.client.get(path);
        expect([answer.status, answer.headers.get('x-holdfast-damaged')]).toEqual([200, reason]);
        if (path === own) expect(await answer.text()).toContain(`"damaged":"${reason}"`);
      }
    }
    expect(listed.find(({ uri }) => uri === 'http://q/sound')).not.toHaveProperty('damaged');
    const payload = await service.client.bytes(`/artifacts/${statuses[2]!.artifactUuid}/payload`);
    expect(payload.toString()).toBe('hTTP 1.1 200 OK\r\n\r\nno head');
    const undated = listed.find(({ uuid }) => uuid === statuses[3]!.artifactUuid) as unknown;
    expect((undated as { collectionDate: number }).collectionDate).toBeGreaterThanOrEqual(beforeMs);
  });
});
