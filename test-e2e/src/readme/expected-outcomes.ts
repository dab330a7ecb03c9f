// Expected output of each command of the README's first session.

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}';
/** Listing of the sample. */
export const listedArtifacts = /^{"artifacts":\[(?:{[^}]*"auid":"sample"[^}]*"committed":true[^}]*},?){5}\],/;

const auid = 'org\\|example\\|plugin\\|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025';
const imported = /^(?:{"warcId":"<urn:uuid:[^\n]*"version":1,"status":"OK"}\n){5}$/;
/** Pairs of a part of a command and its expected output, in the order of the commands. */
export const expectedOutcomes: readonly [part: string, shown: RegExp][] = [
  ['hf() {', /^$/],
  ['-F archive=@', imported],
  ['/aus/sample/artifacts', listedArtifacts],
  ['--data-urlencode urlPrefix=', listedArtifacts],
  ['UUID=$(hf', /^$/],
  ["-H 'Accept: application/json'", new RegExp(`^{"namespace":"default","uuid":"${uuid}","auid":"sample"`)],
  ['/artifacts/$UUID/payload', /^<!DOCTYPE html>.*<h1>Tide tables<\/h1>.*<\/html>\n$/s],
  ['/artifacts/$UUID/response', /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nHTTP\/1\.1 200 OK\r\n.*<\/html>\n$/s],
  [
    '/replay/cdxb/default',
    new RegExp(`^(?:org,example\\)/\\S*(?: \\S+){9} default:${uuid}\\.warc\\.gz\n){5}$`),
  ],
  [
    '/replay/warcs/default:$UUID',
    /^WARC\/1\.1\r\n.*WARC-Target-URI: http:\/\/www\.example\.org\/\r\n.*<\/html>\n\r\n\r\n$/s,
  ],
  ['AUID=$(hf', /^$/],
  [
    '/aus/add',
    new RegExp(`^\\[{"auId":"${auid}","name":"Tide Tables 2025 .*"isSuccess":true,"message":"Added"}]$`),
  ],
  ['AU=$(printf', /^$/],
  ['/aus/$AU', new RegExp(`^{"auId":"${auid}","auConfig":{.*"base_url":"http://www.example.org/"`)],
  ['/austates/$AU', new RegExp(`^{"auId":"${auid}","auCreationTime":\\d+,.*"hasSubstance":"Unknown"`)],
  ['-F archive=@', imported],
  ['/ausubstances/$AU', new RegExp(`^{"id":"${auid}","oldState":"Unknown","newState":"Yes"}$`)],
  // The configuration service can return sizes only if it knows the repository's address and login.
  [
    '/austatuses/$AU',
    /^{"volume":"Tide Tables 2025",.*"contentSize":10588,"diskUsage":\d{5},.*"substanceState":"Yes"/,
  ],
  ['/ws/auqueries', new RegExp(`^\\[{"auId":"${auid}","name":"Tide Tables 2025"}]$`)],
  ['/ws/tdbaus', /^\[{"name":"Tide Tables 2024"},{"name":"Tide Tables 2026"}]$/],
  ['24610/status', /"ready":true.*"serviceName":"repository-service"/],
  [
    '24620/status',
    /"ready":true.*"serviceName":"config-service","readyTime":\d+,"startupStatus":"AUS_STARTED"}$/,
  ],
  ['./holdfast import', /OK +0 {2}stored\n +DUPLICATE +5 {2}stored before\n.*ERROR +0 /s],
];
