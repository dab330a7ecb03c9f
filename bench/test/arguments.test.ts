import { expect, it } from '@jest/globals';
import { readArguments } from '../src/arguments.ts';

const known = ['read', 'import', 'backfill', 'idle'];

it('measures everything at full size unless told otherwise', () => {
  const { benchmarks, scale, rounds, files, json, service } = readArguments([], known);
  expect({ benchmarks, scale, rounds, files, json, service }).toEqual({
    benchmarks: [],
    scale: 1,
    rounds: 3,
    files: ['html', 'large', 'small', 'huge'],
    json: false,
    service: undefined,
  });
});

it('takes names and options in any order', () => {
  const options = readArguments(
    ['--scale', '0.1', 'import', '--json', '--files=small,huge', '--rounds=5'],
    known,
  );
  expect(options).toMatchObject({
    benchmarks: ['import'],
    scale: 0.1,
    rounds: 5,
    files: ['small', 'huge'],
    json: true,
  });
});

it('takes what creating is to be measured with', () => {
  const { seconds, creators, stores } = readArguments([], known);
  expect({ seconds, creators, stores }).toEqual({ seconds: 30, creators: 200, stores: ['fs', 's3'] });
  const options = readArguments(['--seconds=8', '--creators=20', '--store=s3'], known);
  expect(options).toMatchObject({ seconds: 8, creators: 20, stores: ['s3'] });
});

it('takes how many captures replay is to be measured on', () => {
  expect(readArguments([], known).captures).toBe(1_000_000);
  expect(readArguments(['--captures=20000'], known).captures).toBe(20_000);
});

it('takes how many artifacts are copied into a new store', () => {
  expect(readArguments([], known).artifacts).toBe(1_000_000);
  const options = readArguments(['backfill', '20000', 'read'], known);
  expect(options).toMatchObject({ benchmarks: ['backfill', 'read'], artifacts: 20_000 });
});

it('takes how long an idle node is measured', () => {
  expect(readArguments([], known).minutes).toBe(10);
  expect(readArguments(['idle', '3'], known)).toMatchObject({ benchmarks: ['idle'], minutes: 3 });
});

it('takes a service that runs already', () => {
  const given = [
    '--url',
    'http://a:1/',
    '--user',
    'u',
    '--password',
    'p',
    '--pid',
    '7',
    '--metrics-url',
    'http://a:2/',
  ];
  expect(readArguments(given, known).service).toEqual({
    url: 'http://a:1',
    user: 'u',
    password: 'p',
    pid: 7,
    metricsUrl: 'http://a:2/',
  });
});

it.each([
  [['nothing'], /no benchmark nothing/],
  [['--scale', '0'], /--scale/],
  [['--scale', 'x'], /--scale/],
  [['--rounds', '0'], /--rounds/],
  [['--rounds', '1.5'], /--rounds/],
  [['--files', 'html,'], /no file/],
  [['--url', 'http://a'], /--url needs/],
  [['--seconds', '0'], /--seconds/],
  [['--creators', 'many'], /--creators/],
  [['--store', 'tape'], /no store tape/],
  [['--captures', '9999'], /--captures/],
  [['--captures', 'all'], /--captures/],
  [['--rows', '1000'], /--rows/],
  [['backfill', '999'], /at least 1000/],
  [['idle', '0.5'], /whole number/],
  [['backfill', '5e4'], /whole number/],
  [['read', '5000'], /no benchmark 5000/],
  [['--surprise'], /surprise/],
])('refuses %j', (args, sentence) => {
  expect(() => readArguments(args, known)).toThrow(sentence);
});
