// Tests the client against a real configuration service. The client sends its first request before the service is
// ready.
import { text } from 'node:stream/consumers';
import { type ConfigClient, createConfigClient } from '@holdfast/client';
import { createTestDatabase } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startDelayedOrigin } from '../config-replicas/delayed-origin.ts';
import { launchConfig } from '../support/config-server.ts';

const password = 'of: the administrator';
const auId = 'org|lockss|plugin|NamedPlugin&handle~demo';

describe('the client of the configuration service', () => {
  let config: ConfigClient;
  let statuses: number[];
  beforeAll(async () => {
    const origin = await startDelayedOrigin({ '/node.txt': 'org.lockss.demo = true\n' });
    const { url } = await launchConfig((await createTestDatabase()).url, password, {
      CONFIG_SOURCES: origin.urlOf('/node.txt'),
    });
    config = createConfigClient({ url, user: 'admin', password, repeats: 20 });
    statuses = [];
    const onAnswer = ({ status }: { status: number }) => {
      statuses.push(status);
      origin.release('/node.txt');
    };
    await config.getAllAuConfigurations({}, { onAnswer });
  });

  it('waited as the service asked to', () => {
    expect(statuses).toEqual([503, 200]);
  });

  it('configures an AU and changes its state', async () => {
    expect(await config.calculateAuid({ body: { handle: 'demo' } })).toEqual({ auid: auId });
    expect(
      await config.putAuConfiguration({ auid: auId, body: { auId, auConfig: { handle: 'demo' } } }),
    ).toBeUndefined();
    expect(await config.getAllAuConfigurations()).toMatchObject([{ auId }]);
    await config.patchAuState({ auid: auId, body: { lastCrawlTime: 7 } });
    expect(await config.getAuState({ auid: auId })).toMatchObject({ auId, lastCrawlTime: 7 });
    expect(await config.deactivateAus({ body: [auId, 'no&such'] })).toMatchObject([
      { isSuccess: true },
      { isSuccess: false },
    ]);
    expect(await config.queryAus({ auQuery: 'select auId' })).toEqual([{ auId }]);
  });

  it('keeps the body of a refusal that is not of the common shape', async () => {
    await expect(config.enableAuMetadataExtraction({ auid: 'no&such' })).rejects.toMatchObject({
      status: 404,
      problem: undefined,
      body: { id: 'no&such', success: false },
    });
  });

  it('stores a file under a condition', async () => {
    const put = (configFile: string, condition: Record<string, string>) =>
      config.putSectionConfiguration({ sectionName: 'expert', body: { configFile }, ...condition });
    await put('x.a = 1\n', { 'If-None-Match': '*' });
    await expect(put('x.a = 2\n', { 'If-None-Match': '*' })).rejects.toMatchObject({ status: 412 });
    const { headers, body } = await config.getSectionConfiguration({ sectionName: 'expert' });
    expect(await text(body)).toBe('x.a = 1\n');
    await put('x.a = 3\n', { 'If-Match': headers.etag! });
    await expect(put('x.a = 4\n', { 'If-Match': headers.etag! })).rejects.toMatchObject({ status: 412 });
  });
});
