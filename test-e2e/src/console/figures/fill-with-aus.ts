// Configures many AUs of the example plugin through the configuration service's import.
import { Readable } from 'node:stream';
import { formatBasicAuth } from '@holdfast/testkit';
import type { EmptyNode } from '../empty-node.ts';

const AT_ONCE = 20_000;

export async function fillWithAus(node: EmptyNode, count: number): Promise<void> {
  for (let start = 0; start < count; start += AT_ONCE) {
    const body = Readable.toWeb(Readable.from(generateAuLines(start, Math.min(start + AT_ONCE, count))));
    const answer = await fetch(`${node.configurationUrl}/aus/import`, {
      method: 'POST',
      headers: {
        authorization: formatBasicAuth(node.user, node.password),
        'content-type': 'application/x-ndjson',
      },
      body: body as unknown as ReadableStream,
      duplex: 'half',
    } as RequestInit);
    const said = await answer.text();
    if (!answer.ok) throw new Error(`AUs were not imported: ${answer.status} ${said.slice(0, 400)}`);
  }
}

function* generateAuLines(start: number, end: number): Generator<Buffer> {
  for (let at = start; at < end; at += 1) {
    const site = `http://www.example.org/${at % 400}/`;
    const year = String(1700 + (Math.floor(at / 400) % 1000));
    const escaped = encodeURIComponent(site).replace(/[.]/g, '%2E');
    const auId = `org|example|plugin|TidesPlugin&base_url~${escaped}&year~${year}`;
    const auConfig = { base_url: site, year, 'reserved.displayName': `Tides of ${at % 400}, ${year}` };
    yield Buffer.from(`${JSON.stringify({ auId, auConfig })}\n`);
  }
}
