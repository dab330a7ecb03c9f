import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { contract } from '../contract.ts';
import { type ShellTestService, startService } from '../service.ts';

describe('the API documents', () => {
  let service: ShellTestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('are the contract itself, open to all', async () => {
    const answer = await request(service.url).get('/openapi.json').expect(200);
    expect(answer.type).toBe('application/json');
    expect(answer.body).toEqual(JSON.parse(JSON.stringify(contract)));
  });

  it('have a page whose every asset is local and is there', async () => {
    const page = await request(service.url).get('/docs').expect(200);
    expect(page.type).toBe('text/html');
    const assets = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, asset]) => asset!);
    expect(assets).toHaveLength(5);
    for (const asset of assets) {
      const url = new URL(asset, `${service.url}/docs`);
      expect(url.origin).toBe(service.url);
      const answer = await request(service.url).get(url.pathname).expect(200);
      expect(answer.type).toMatch(/^(text\/css|text\/javascript|image\/png)$/);
    }
    expect(page.text).not.toMatch(/<script>|style=/);
    expect(page.text).toContain('data/admin-password');
  });

  it('may load nothing from elsewhere', async () => {
    const page = await request(service.url).get('/docs').expect(200);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(page.headers['content-security-policy']).not.toMatch(/unsafe|http|\*/);
    expect(page.headers['x-content-type-options']).toBe('nosniff');
  });

  it('are found with a slash at the end too', async () => {
    const answer = await request(service.url).get('/docs/').expect(308);
    expect(new URL(answer.headers.location!, `${service.url}/docs/`).pathname).toBe('/docs');
  });

  it.each(['index.html', 'package.json', '..%2Fpackage.json', 'constructor', 'swagger-ui.js.map'])(
    'give nothing else of the package: %s',
    async (name) => {
      await request(service.url).get(`/docs/${name}`).expect(401);
    },
  );
});
