// Tests the links from records to their artifacts in the same upload. Record IDs come in any order, are repeated, or
// are far apart.
import { expect, it } from '@jest/globals';
import { RecordLinks, type UploadedCapture } from '../../../src/domain/companions/record-links.ts';

const capture = (): UploadedCapture => ({ disposition: 'undecided', entry: undefined, hasRequest: false });
const url = 'http://a/';

it('finds the artifact that came last, and those before it, by the id that is named', () => {
  const links = new RecordLinks();
  const [first, second] = [capture(), capture()];
  links.rememberArtifact({ recordId: '<urn:1>', url }, first);
  links.rememberArtifact({ recordId: '<urn:2>', url }, second);
  const named = (id: string) => links.ownerOf({ recordId: '<urn:x>', concurrentTo: [id] });
  expect(named('<urn:2>')).toBe(second);
  expect(named('urn:2')).toBe(second);
  expect(named('<urn:1>')).toBe(first);
  expect(named('<urn:3>')).toBeUndefined();
  expect(links.ownerOf({ recordId: '<urn:x>', refersTo: '<urn:1>' })).toBe(first);
});

it('takes the nearest of artifacts with one id, near and far', () => {
  const links = new RecordLinks();
  const captures = [capture(), capture()];
  for (const one of captures) links.rememberArtifact({ recordId: '<urn:1>', url }, one);
  const owner = () => links.ownerOf({ recordId: undefined, concurrentTo: ['<urn:1>'] });
  expect(owner()).toBe(captures[1]);
  links.rememberArtifact({ recordId: '<urn:2>', url }, capture());
  expect(owner()).toBe(captures[1]);
});

it('gives an id to the artifact that has it before those that name it', () => {
  const links = new RecordLinks();
  const [named, naming] = [capture(), capture()];
  links.rememberArtifact({ recordId: '<urn:1>', url }, named);
  links.rememberArtifact({ recordId: '<urn:2>', url }, naming);
  links.remember({ recordId: '<urn:1>' }, naming);
  links.remember({ recordId: '<urn:3>' }, naming);
  expect(links.ownerOf({ recordId: '<urn:1>' })).toBe(named);
  expect(links.ownerOf({ recordId: '<urn:3>' })).toBe(naming);
});

it('forgets what lies thousands of records back, and nothing nearer', () => {
  const links = new RecordLinks();
  const captures = Array.from({ length: 9_000 }, capture);
  const nameOf = (i: number) => `<urn:${i}>`;
  const owner = (i: number) => links.ownerOf({ recordId: nameOf(i) });
  captures.forEach((one, i) => {
    links.rememberArtifact({ recordId: nameOf(i), url }, one);
    // Each look-up of an owner sorts the IDs added so far. IDs that are added later are then unsorted.
    if (i % 1_000 === 500) expect(owner(i - 400)).toBe(captures[i - 400]);
  });
  expect(owner(8_999)).toBe(captures[8_999]);
  expect(owner(8_999 - 4_096)).toBe(captures[8_999 - 4_096]);
  expect(owner(100)).toBeUndefined();
});

it('passes over records without an id, and those with one that nobody has', () => {
  const links = new RecordLinks();
  links.rememberArtifact({ recordId: undefined, url }, capture());
  expect(links.ownerOf({ recordId: undefined })).toBeUndefined();
  const long = `<urn:${'x'.repeat(2_000)}>`;
  links.rememberArtifact({ recordId: long, url }, capture());
  expect(links.ownerOf({ recordId: long })).toBeUndefined();
});
