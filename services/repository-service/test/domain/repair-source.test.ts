// Tests how the origin of a repair is described in events and notices.
import { expect, it } from '@jest/globals';
import { describeRepairSource } from '../../src/domain/artifact-event.ts';

it.each([
  ['upload', { sourceKind: 'upload' }],
  ['store:near', { sourceKind: 'store', sourceName: 'near' }],
  ['store:store:x', { sourceKind: 'store', sourceName: 'store:x' }],
  ['peer:https://b.example.org', { sourceKind: 'peer', sourceName: 'https://b.example.org' }],
  ['artifact:0198c4a0', { sourceKind: 'artifact', sourceName: '0198c4a0' }],
  ['somewhere', {}],
])('separates kind and name of %s', (source, described) => {
  expect(describeRepairSource(source)).toEqual({ source, ...described });
});
