import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createConfigDatabase } from '../../config-database.ts';
import { type ConfigTestService, startTestService } from '../../service.ts';

describe('GET /config/platform', () => {
  const services: ConfigTestService[] = [];
  let url: string;
  beforeAll(async () => {
    ({ url } = await createConfigDatabase());
  });
  afterAll(() => Promise.all(services.map((service) => service.stop())));

  async function platform(
    environment: Record<string, string>,
  ): Promise<{ text: string; value: Record<string, unknown> }> {
    const service = await startTestService(url, environment);
    services.push(service);
    await service.becomes(true);
    const answer = await fetch(`${service.url}/config/platform`, { headers: service.asAdmin });
    expect(answer.status).toBe(200);
    const text = await answer.text();
    return { text, value: JSON.parse(text) };
  }

  it('describes the node as its settings do', async () => {
    const { value, text } = await platform({
      NODE_HOST_NAME: 'node1.example.org',
      NODE_IP: '192.0.2.1',
      NODE_GROUPS: 'demo; prod;demo',
      NODE_PROJECT: 'Demo',
      NODE_ADMIN_EMAIL: 'admin@example.org',
    });
    expect(value).toMatchObject({
      hostName: 'node1.example.org',
      ipAddress: '192.0.2.1',
      groups: ['demo', 'prod'],
      project: 'Demo',
      adminEmail: 'admin@example.org',
      version: expect.any(String),
      platform: { name: expect.any(String), version: expect.any(String) },
      runtime: { name: 'Node.js', version: process.versions.node },
      daemonVersion: { fullVersion: value.version, minorVersion: expect.any(Number) },
      currentWorkingDirectory: process.cwd(),
    });
    expect(Math.abs(Number(value.currentTime) - Date.now())).toBeLessThan(60_000);
    expect(value.uptime).toBeGreaterThan(0);
    const { size, used, avail, percentUsed, percentUsedString } = value.diskUse as Record<string, number>;
    expect(size).toBeGreaterThan(0);
    expect(used! + avail!).toBeLessThanOrEqual(size!);
    expect(percentUsed).toBeGreaterThanOrEqual(0);
    expect(percentUsed).toBeLessThanOrEqual(1);
    expect(percentUsedString).toMatch(/^\d{1,3}%$/);
    expect(text).not.toMatch(/postgres/);
    const [, password] = Buffer.from(services[0]!.asAdmin.authorization.slice(6), 'base64')
      .toString()
      .split(':');
    expect(text).not.toContain(password);
  });

  it('describes the machine where they say nothing', async () => {
    const { value } = await platform({});
    expect(value).toMatchObject({ hostName: hostname(), groups: [] });
    expect(value).not.toHaveProperty('project');
    expect(value).not.toHaveProperty('adminEmail');
  });
});
