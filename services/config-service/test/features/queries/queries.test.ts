// Tests queries of plugins and titles over HTTP: their properties and values.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demo2013, demo2014, demoPlugin } from './sample-data.ts';
import { type Resource, type SampleService, startWithSamples } from './sample-service.ts';

let samples: SampleService;
beforeAll(async () => {
  samples = await startWithSamples();
});
afterAll(() => samples.stop());

async function answer(resource: Resource, query: string): Promise<unknown> {
  const { body } = await samples
    .ask(resource, query)
    .expect(200)
    .expect('Content-Type', /^application\/json/);
  return body;
}

const publisher = { name: 'Pensoft Publishers' };
const journal = {
  name: 'Biodiversity Data Journal',
  tdbPublisher: publisher,
  id: 'id:1427959100',
  proprietaryid: 'bdj',
  proprietaryids: ['bdj', 'bdj2'],
  publicationtype: 'journal',
  issn: '1314-2836',
  issnl: '1314-2828',
  eissn: '1314-2828',
  printissn: '1314-2836',
  issns: ['1314-2828', '1314-2836'],
};

describe('/ws/plugins', () => {
  const builtIn = (id: string, name: string, version: string, auCount = 0) => {
    return { pluginId: `org.lockss.plugin.${id}`, name, version, type: 'Builtin', definition: {}, auCount };
  };

  it('tells all of a plugin, the built-in ones among them, in the order of identifiers', async () => {
    expect(await answer('plugins', 'select *')).toEqual([
      {
        pluginId: 'org.example.plugin.AnotherPlugin',
        name: 'Another Plugin',
        version: '12',
        type: 'Internal',
        definition: {},
        auCount: 0,
      },
      {
        pluginId: demoPlugin,
        name: 'Demo Plugin',
        version: '7',
        type: 'Loadable',
        definition: { plugin_name: 'Demo Plugin', plugin_version: '7' },
        registry: 'http://plugins/',
        url: 'http://plugins/demo.jar',
        auCount: 2,
        publishingPlatform: 'Demo Platform',
      },
      builtIn('ImportPlugin', 'Import', '1'),
      builtIn('NamedPlugin', 'Named Plugin', '1', 1),
      builtIn('RegistryPlugin', 'Plugin Registry Plugin', '2'),
    ]);
  });

  it.each([
    ['select pluginId where auCount > 0 order by auCount desc limit 1', [{ pluginId: demoPlugin }]],
    ["select version where definition.plugin_version = '7'", [{ version: '7' }]],
    [
      "select definition.plugin_name where type = 'Loadable'",
      [{ definition: { plugin_name: 'Demo Plugin' } }],
    ],
    ['select name where version > 7', [{ name: 'Another Plugin' }]],
    ['select url where registry is null', [{}, {}, {}, {}]],
  ])('%s', async (query, expected) => {
    expect(await answer('plugins', query)).toEqual(expected);
  });
});

describe('/ws/tdbaus', () => {
  it('tells all of an AU, with its title and its publisher', async () => {
    expect(await answer('tdbaus', "select * where name = 'Biodiversity Data Journal Volume 2'")).toEqual([
      {
        auId: demo2014,
        name: 'Biodiversity Data Journal Volume 2',
        pluginName: demoPlugin,
        tdbTitle: journal,
        tdbPublisher: publisher,
        year: '2014',
        down: false,
        active: true,
        params: { base_url: 'http://demo/', year: '2014' },
        attrs: { year: '2014', 'a.dotted': 'd' },
        props: { issn: '1314-2836' },
      },
    ]);
  });

  it('is in the order of AUIDs, and of their entries', async () => {
    expect(await answer('tdbaus', 'select name')).toEqual(
      ['Journal Volume 1', 'Journal Volume 2', 'Journal Volume 2 again']
        .map((name) => ({ name: `Biodiversity Data ${name}` }))
        .concat({ name: 'The Book' }),
    );
  });

  it.each([
    ["select auId where tdbTitle.issn = '1314-2836' and down", [{ auId: demo2013 }]],
    [
      "select tdbTitle.issn, tdbTitle.tdbPublisher.name where attrs.a.dotted = 'd'",
      [{ tdbTitle: { issn: '1314-2836', tdbPublisher: publisher } }],
    ],
    ["select name where tdbPublisher.name $like 'åbo%'", [{ name: 'The Book' }]],
    ['select down, active where down', [{ down: true, active: false }]],
    // All other entries lack parameters, or their plugin is not loaded, so they cannot be added.
    ['select name, addable where addable', [{ name: 'Biodiversity Data Journal Volume 2', addable: true }]],
    ['select count(*) as n where addable = false', [{ n: 3 }]],
    ["select auId, year where year < '2014'", [{ auId: demo2013, year: '2013' }]],
    [
      "select params.base_url, params.nosuch where params.year = '2014'",
      [{ params: { base_url: 'http://demo/' } }],
    ],
    ['select tdbTitle.name, tdbTitle limit 3, 1', [{ tdbTitle: journal }]],
    ["select params.__proto__, name where get(params, '__proto__') is not null", []],
  ])('%s', async (query, expected) => {
    expect(await answer('tdbaus', query)).toEqual(expected);
  });
});

describe('/ws/tdbpublishers and /ws/tdbtitles', () => {
  it('tell all', async () => {
    expect(await answer('tdbpublishers', 'select *')).toEqual([publisher, { name: 'Åbo Press' }]);
    expect(await answer('tdbtitles', 'select *')).toEqual([
      {
        name: 'Book of \u{1d4b3}',
        tdbPublisher: { name: 'Åbo Press' },
        id: 'id:1',
        proprietaryids: [],
        publicationtype: 'book',
        issns: [],
      },
      journal,
    ]);
  });

  it.each([
    ["select id where '1314-2828' in (issns)", [{ id: 'id:1427959100' }]],
    ["select id where '1314-2828' in issns and 'BDJ' $in proprietaryIds", [{ id: 'id:1427959100' }]],
    [
      'select publicationType, eIssn, printIssn, issnL, proprietaryId where issnL is not null',
      [
        {
          publicationType: 'journal',
          eIssn: '1314-2828',
          printIssn: '1314-2836',
          issnL: '1314-2828',
          proprietaryId: 'bdj',
        },
      ],
    ],
    [
      'select tdbPublisher.name, count(*) group by tdbPublisher.name limit 1',
      [{ tdbPublisher: publisher, 'count(*)': 1 }],
    ],
    ["select id where tdbPublisher.name = 'Åbo Press'", [{ id: 'id:1' }]],
    ['select tdbPublisher where issn is null', [{ tdbPublisher: { name: 'Åbo Press' } }]],
    ['select id where length(name) = 9', [{ id: 'id:1' }]],
  ])('%s', async (query, expected) => {
    expect(await answer('tdbtitles', query)).toEqual(expected);
  });
});
