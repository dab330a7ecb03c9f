// `metadata/premis.xml` in exports: events of the exported artifacts as PREMIS 3, with elements in the order of the
// schema.
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { formatPremisObject } from '../../../src/domain/export/premis.ts';
import type { TestService } from '../../service.ts';
import {
  exportPremis,
  findPremis,
  makePremisUrl,
  PREMIS_AUID,
  startPremisService,
} from './premis-service.ts';
import { unzipFile } from './unpacked.ts';

let service: TestService;
let uuids: string[];

beforeAll(async () => {
  ({ service, uuids } = await startPremisService());
});

interface Element {
  readonly name: string;
  readonly attributes: string;
  readonly children: Element[];
  text: string;
}

/** Parses XML without comments. Throws if it is not well-formed. */
function parse(xml: string): Element {
  const root: Element = { name: '', attributes: '', children: [], text: '' };
  const open = [root];
  for (const [, close, name, attributes, text] of xml
    .replace(/^<\?xml.*\?>\n/, '')
    .matchAll(/<(\/?)([A-Za-z]+)([^<>]*)>|([^<>]+)/g)) {
    const top = open.at(-1)!;
    if (text !== undefined) top.text += text;
    else if (close === '/') expect(open.pop()!.name).toBe(name);
    else {
      const child = { name: name!, attributes: attributes!, children: [], text: '' };
      top.children.push(child);
      open.push(child);
    }
  }
  expect(open).toHaveLength(1);
  return root.children[0]!;
}

/** Children of each element that exports contain, in the order of premis.xsd (3.0). `!` marks required children. */
const SCHEMA: Readonly<Record<string, string>> = {
  premis: 'object! event agent rights',
  object: 'objectIdentifier! significantProperties objectCharacteristics! storage',
  objectIdentifier: 'objectIdentifierType! objectIdentifierValue!',
  significantProperties: 'significantPropertiesType significantPropertiesValue',
  objectCharacteristics: 'compositionLevel fixity size format!',
  fixity: 'messageDigestAlgorithm! messageDigest!',
  format: 'formatDesignation',
  formatDesignation: 'formatName! formatVersion',
  event:
    'eventIdentifier! eventType! eventDateTime! eventDetailInformation eventOutcomeInformation linkingAgentIdentifier linkingObjectIdentifier',
  eventIdentifier: 'eventIdentifierType! eventIdentifierValue!',
  eventDetailInformation: 'eventDetail',
  eventOutcomeInformation: 'eventOutcome eventOutcomeDetail',
  eventOutcomeDetail: 'eventOutcomeDetailNote',
  linkingAgentIdentifier: 'linkingAgentIdentifierType! linkingAgentIdentifierValue!',
  linkingObjectIdentifier: 'linkingObjectIdentifierType! linkingObjectIdentifierValue!',
  agent: 'agentIdentifier! agentName agentType!',
  agentIdentifier: 'agentIdentifierType! agentIdentifierValue!',
};

function expectInOrder({ name, children }: Element): void {
  const order = SCHEMA[name]?.split(' ') ?? [];
  const names = order.map((one) => one.replace('!', ''));
  const found = children.map((child) => child.name);
  const places = found.map((one) => names.indexOf(one));
  expect([name, found, places.includes(-1)]).toEqual([name, found, false]);
  expect([name, found]).toEqual([name, [...found].sort((a, b) => names.indexOf(a) - names.indexOf(b))]);
  for (const one of order) if (one.endsWith('!')) expect(found).toContain(one.slice(0, -1));
  for (const child of children) expectInOrder(child);
}

const textAt = (element: Element, ...path: string[]): string | undefined => {
  const found = path.reduce<Element | undefined>(
    (at, name) => at?.children.find((child) => child.name === name),
    element,
  );
  return found?.text;
};

describe('the PREMIS file of an export', () => {
  it('is well-formed, and its elements are in the order of the schema', async () => {
    const xml = findPremis(await exportPremis(service, 'tar'));
    expect(xml).toContain('xmlns="http://www.loc.gov/premis/v3"');
    expect(xml).toContain('version="3.0"');
    expectInOrder(parse(xml));
  });

  it('has each artifact with its digest, and every event with its agent', async () => {
    const { children } = parse(findPremis(await exportPremis(service, 'wacz')));
    const objects = children.filter(({ name }) => name === 'object');
    expect(objects.map((one) => textAt(one, 'objectIdentifier', 'objectIdentifierValue')).sort()).toEqual(
      [...uuids].sort(),
    );
    const first = objects.find(
      (one) => textAt(one, 'objectIdentifier', 'objectIdentifierValue') === uuids[0],
    )!;
    expect(textAt(first, 'objectCharacteristics', 'fixity', 'messageDigest')).toBe(
      createHash('sha256').update('one').digest('hex'),
    );
    expect(textAt(first, 'significantProperties', 'significantPropertiesValue')).toBe(
      makePremisUrl('one').replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;'),
    );
    const events = children.filter(({ name }) => name === 'event');
    const listed = events
      .filter((event) =>
        event.children.some((child) => textAt(child, 'linkingObjectIdentifierValue') === uuids[0]),
      )
      .map((event) => [textAt(event, 'eventType'), textAt(event, 'eventOutcomeInformation', 'eventOutcome')]);
    expect(listed).toHaveLength(5);
    expect(listed).toEqual(
      expect.arrayContaining([
        ['ingestion', 'success'],
        ['fixity check', 'success'],
        ['fixity check', 'failure'],
        ['fixity check', 'warning'],
        ['recovery', 'success'],
      ]),
    );
    const agents = children.filter(({ name }) => name === 'agent');
    const known = agents.map((one) => textAt(one, 'agentIdentifier', 'agentIdentifierValue'));
    for (const event of events)
      expect(known).toContain(textAt(event, 'linkingAgentIdentifier', 'linkingAgentIdentifierValue'));
    expect(known).toEqual(expect.arrayContaining(['user:admin', 'user:writer']));
  });

  it('has one event for the import of several artifacts', async () => {
    const { children } = parse(findPremis(await exportPremis(service, 'tar')));
    const imports = children.filter((one) => textAt(one, 'eventType') === 'ingestion');
    expect(imports).toHaveLength(1);
    const links = imports[0]!.children.filter(({ name }) => name === 'linkingObjectIdentifier');
    expect(links).toHaveLength(3);
  });

  it('names no users and reasons of users to those who may not know', async () => {
    const xml = findPremis(await exportPremis(service, 'tar', 'reader'));
    expect(xml).not.toMatch(/admin|writer|litigation/);
    expect(xml).toContain('policy assignment');
    expectInOrder(parse(xml));
  });

  it('is in the manifests of the file that it is in', async () => {
    const bag = await exportPremis(service, 'tar');
    const digest = createHash('sha256').update(findPremis(bag)).digest('hex');
    const [, manifest] = [...bag].find(([path]) => path.endsWith('tagmanifest-sha256.txt'))!;
    expect(manifest.toString()).toContain(`${digest}  metadata/premis.xml\n`);
    const wacz = await exportPremis(service, 'wacz');
    const { resources } = JSON.parse(wacz.get('datapackage.json')!.toString());
    const hash = `sha256:${createHash('sha256').update(findPremis(wacz)).digest('hex')}`;
    expect(resources).toContainEqual(expect.objectContaining({ path: 'metadata/premis.xml', hash }));
  });

  it('is not in a WARC file, nor where nobody asked for it', async () => {
    const query = { auid: PREMIS_AUID, premis: 'true' };
    expect((await service.client.get('/exports/default.warc.gz', query)).status).toBe(400);
    const plain = await service.client.get('/exports/default.wacz', { auid: PREMIS_AUID });
    expect([...unzipFile(Buffer.from(await plain.arrayBuffer())).keys()]).not.toContain(
      'metadata/premis.xml',
    );
    expect((await service.client.get('/exports/default.warc.gz', { auid: PREMIS_AUID })).status).toBe(200);
  });

  it('replaces characters that XML cannot have', () => {
    const object = {
      uuid: uuids[0]!,
      url: 'http://a/\u0001\ud800]]>',
      sha256: '',
      contentLength: 0,
      mime: undefined,
    };
    expect(formatPremisObject(object)).toContain('http://a/\ufffd\ufffd]]&gt;');
  });
});
