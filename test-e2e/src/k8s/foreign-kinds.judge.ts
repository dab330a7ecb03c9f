// Covers: k8s
// Checks the components and examples that use other projects' kinds against the published types and schemas.
import { expect, it } from '@jest/globals';
import { checkForeignObjects, installForeignKinds, isForeignKind } from './foreign-kinds.ts';
import { describeWithTools } from './go-tool.ts';
import { type Manifest, readManifestFiles } from './manifests.ts';

const objects = readManifestFiles().flatMap((one) => one.objects);

describeWithTools({ models: await installForeignKinds() }, 'kinds of other projects', ({ models }) => {
  const foreign = objects.filter(isForeignKind);
  const change = (kind: string, edit: (object: Manifest) => void): Manifest => {
    const copy = structuredClone(foreign.find((object) => object.kind === kind)!);
    edit(copy);
    return copy;
  };

  it('are valid in every component and example', async () => {
    const kinds = [...new Set(foreign.map(({ kind }) => kind))].sort();
    const expected = ['Cluster', 'Database', 'ExternalSecret', 'HTTPRoute', 'PodMonitor', 'PrometheusRule'];
    expect(kinds).toEqual(expected);
    await checkForeignObjects(models, foreign);
  }, 300_000);

  it.each([
    [
      'an unknown field',
      change('Cluster', ({ spec }) => (spec.postgresql.synchronous.quorum = true)),
      /quorum/,
    ],
    [
      'a value of another type',
      change('HTTPRoute', ({ spec }) => (spec.hostnames = 'a')),
      /hostnames|string/,
    ],
    [
      'a value that the schema does not allow',
      change('ExternalSecret', ({ spec }) => (spec.secretStoreRef.name = 'Not A Name')),
      /secretStoreRef\/name/,
    ],
  ])(
    'are refused with %s',
    async (_what, object, message) => {
      await expect(checkForeignObjects(models, [object])).rejects.toThrow(message);
    },
    120_000,
  );
});
