// Covers: services packages/api-types packages/http-kit
// Queries the service with CDX and Memento clients of other projects: memento_client, cdx_toolkit, cdxj-indexer and
// warcio.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  createTemporaryFolder,
  createTestDatabase,
  describeWithTool,
  installPythonTool,
  makeResponseRecord,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { startRepository } from '../support/repository-server.ts';
import { createReplayUsersFile, replayUser } from './replay-user.ts';

const password = 'a:b@c/d%e';
const page = 'http://www.example.org/page?b=1&a=%20x';
const years = [2010, 2014, 2018];

const tool = await installPythonTool({
  name: 'archive-clients',
  version: '1',
  module: 'memento_client, cdx_toolkit, cdxj_indexer, warcio',
  install: [['--requirement', fileURLToPath(new URL('requirements.txt', import.meta.url))]],
});

describeWithTool(tool, 'clients of other archives', (python) => {
  let client: TestRepositoryClient;
  let folder: string;

  beforeAll(async () => {
    const { url: databaseUrl } = await createTestDatabase();
    folder = await createTemporaryFolder();
    const env = { USERS_FILE: await createReplayUsersFile(password), REPLAY_CDXB_NOT_FOUND_STATUS: '200' };
    ({ client } = await startRepository({ databaseUrl, objectStore: `fs:${join(folder, 'store')}`, env }));
    const records = years.map((year) =>
      makeResponseRecord(page, Buffer.from(`of ${year}`), `${year}-05-05T05:05:05Z`),
    );
    await client.importArchive(Buffer.concat(records), { auid: 'clients' });
    await writeFile(join(folder, 'netrc'), `machine 127.0.0.1 login ${replayUser} password ${password}\n`);
  }, 60_000);

  /**
   * Runs a Python program and returns the JSON that it prints. In the program, `base` is the URL of the replay
   * endpoints and `page` the URL of a captured page.
   */
  async function said(...lines: string[]): Promise<unknown> {
    const program = [
      'import json',
      `base = ${JSON.stringify(`${client.url}/replay`)}`,
      `page = ${JSON.stringify(page)}`,
      ...lines,
    ];
    const variables = [`NETRC=${join(folder, 'netrc')}`, `HOME=${folder}`, 'no_proxy=*'];
    const { stdout } = await promisify(execFile)('env', [...variables, python, '-c', program.join('\n')]);
    return JSON.parse(stdout);
  }

  it('memento_client finds mementos by time, and their payload', async () => {
    const found = await said(
      'import datetime, requests',
      'from memento_client import MementoClient',
      'client = MementoClient(timegate_uri=base + "/timegate/default/", check_native_timegate=False)',
      '# What the live page says of a TimeGate: nothing. It is not asked.',
      'live = requests.Response()',
      'live.status_code, live.url = 200, page',
      'dates = [datetime.datetime(year, 1, 1) for year in (2000, 2015, 2030)]',
      'found = [client.get_memento_info(page, date, req_uri_response=live) for date in dates]',
      'closest = [info["mementos"]["closest"] for info in found]',
      'texts = [requests.get(one["uri"][0]).text for one in closest]',
      'print(json.dumps([[str(one["datetime"]), one["http_status_code"]] for one in closest] + texts))',
    );
    const times = years.map((year) => [`${year}-05-05 05:05:05`, 200]);
    expect(found).toEqual([...times, ...years.map((year) => `of ${year}`)]);
  });

  it('cdx_toolkit lists captures, and reads each', async () => {
    const found = await said(
      'import cdx_toolkit',
      'from cdx_toolkit import myrequests',
      '# It would wait some seconds between requests to one host.',
      'for limits in myrequests.retry_info.values(): limits["minimum_interval"] = 0',
      'cdx = cdx_toolkit.CDXFetcher(source=base + "/cdxb/default", warc_download_prefix=base + "/warcs")',
      'captures = list(cdx.iter(page, limit=10))',
      'nothing = list(cdx.iter("http://nothing.example/", limit=10))',
      'print(json.dumps([[c["timestamp"], c.content.decode()] for c in captures] + [len(nothing)]))',
    );
    expect(found).toEqual([...years.map((year) => [`${year}0505050505`, `of ${year}`]), 0]);
  });

  it('warcio and cdxj-indexer read a record as it is served', async () => {
    const found = await said(
      'import io, requests, tempfile',
      'from warcio.archiveiterator import ArchiveIterator',
      'from cdxj_indexer.main import CDXJIndexer',
      'lines = requests.get(base + "/cdxb/default", params={"url": page}).text.splitlines()',
      'data = [requests.get(base + "/warcs/" + line.split(" ")[10]).content for line in lines]',
      'texts = [r.content_stream().read().decode() for one in data for r in ArchiveIterator(io.BytesIO(one))]',
      'file = tempfile.NamedTemporaryFile(suffix=".warc.gz")',
      'file.write(data[0]); file.flush()',
      'out = io.StringIO()',
      'CDXJIndexer(out, [file.name]).process_all()',
      'print(json.dumps([texts, out.getvalue().split(" ")[:2], lines[0].split(" ")[:2]]))',
    );
    const [texts, theirs, ours] = found as [string[], string[], string[]];
    expect(texts).toEqual(years.map((year) => `of ${year}`));
    expect(theirs).toEqual(ours);
  });
});
