import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startConfigNode, type TestNode } from '../../features/sources/node.ts';
import { startOrigin, type TestOrigin } from '../../features/sources/origin.ts';

const entry = (name: string): string => `
  <property name="${name.replaceAll(' ', '')}">
    <property name="title" value="${name}"/>
    <property name="journalTitle" value="Demo"/>
    <property name="attributes.publisher" value="Press"/>
    <property name="plugin" value="org.example.DemoPlugin"/>
    <property name="param.1"><property name="key" value="year"/><property name="value" value="${name}"/></property>
  </property>`;
const titles = (...names: string[]): string =>
  `<lockss-config><property name="org.lockss.title">${names.map(entry).join('')}</property></lockss-config>`;

describe('titles that come with the configuration', () => {
  let origin: TestOrigin;
  let node: TestNode;
  beforeAll(async () => {
    origin = await startOrigin();
    const dbs =
      '<property name="org.lockss.titleDbs"><list><value>titles.xml</value><value>more.tdb</value></list></property>';
    origin.files.set('/main.xml', titles('Main').replace('</lockss-config>', `${dbs}</lockss-config>`));
    origin.files.set('/titles.xml', titles('One', 'Two'));
    origin.files.set(
      '/more.tdb',
      '{ publisher < name = Press > { title < name = Demo > implicit < status ; year ; name ; plugin ; param[year] > au < released ; 2001 ; Text ; org.example.DemoPlugin ; 2001 > } }',
    );
    node = await startConfigNode([`${origin.url}/main.xml`]);
  });
  afterAll(async () => {
    await node.stop();
    await origin.die();
  });
  const names = async (): Promise<string[]> => {
    const found = await node.client.json<{ name: string }[]>(
      `/ws/tdbaus?tdbAuQuery=${encodeURIComponent('select name order by name')}`,
    );
    return found.map(({ name }) => name);
  };

  it('are those of the sources and of what they name', async () => {
    expect(await node.reason()).toBeUndefined();
    expect(await names()).toEqual(['Main', 'One', 'Text', 'Two']);
  });

  it('change with them', async () => {
    const before = await node.lastUpdate();
    origin.files.set('/titles.xml', titles('One', 'Three'));
    await node.reload();
    expect(await names()).toEqual(['Main', 'One', 'Text', 'Three']);
    expect(Date.parse(await node.lastUpdate())).toBeGreaterThan(Date.parse(before));
  });

  it('stay when they cannot be reached, or are nonsense', async () => {
    for (const garbage of ['<html>', '<lockss-config><property name="org.lockss.title">', 'evil=1']) {
      origin.files.set('/titles.xml', garbage);
      await node.reload();
      expect(await node.reason()).toMatch(
        /titles\.xml cannot be read as configuration: line 1, .*its last good copy/,
      );
      expect(await names()).toEqual(['Main', 'One', 'Text', 'Three']);
    }
    await origin.die();
    await node.reload();
    expect(await names()).toEqual(['Main', 'One', 'Text', 'Three']);
    await origin.comeBack();
  });

  it('are also those of the stored file', async () => {
    origin.files.set('/titles.xml', titles('One'));
    expect((await node.client.put('titledb', titles('Stored'))).status).toBe(200);
    await node.reload();
    expect(await node.reason()).toBeUndefined();
    expect(await names()).toEqual(['Main', 'One', 'Stored', 'Text']);
  });
});
