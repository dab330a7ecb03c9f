// Covers: services/repository-service/src/domain/export services/repository-service/src/features/exports
// Validates `metadata/premis.xml` of exports with the schema of PREMIS 3. Requires xmllint, and PREMIS_XSD: the path of
// premis.xsd from the Library of Congress, which is in no package registry.
import { spawnSync } from 'node:child_process';
import { readPremisSchemaFile } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { exportPremis, findPremis, startPremisService } from './premis-service.ts';

const schema = readPremisSchemaFile();
const hasXmllint = spawnSync('xmllint', ['--version']).status === 0;
const missing =
  schema === undefined ? 'PREMIS_XSD names no schema' : hasXmllint ? undefined : 'there is no xmllint';
if (missing !== undefined) process.stderr.write(`NOT RUN: "PREMIS": ${missing}.\n`);

(missing === undefined ? describe : describe.skip)('PREMIS', () => {
  it('is valid in exports for those who see users, and for others', async () => {
    const { service } = await startPremisService();
    for (const user of ['chief', 'reader'] as const)
      expect(validate(findPremis(await exportPremis(service, 'tar', user)))).toBe('- validates');
  });

  it('is told apart from a file that the schema forbids', async () => {
    const { service } = await startPremisService();
    const xml = findPremis(await exportPremis(service, 'wacz'));
    expect(validate(xml.replace(/<eventType>.*?<\/eventType>/, ''))).toContain('- fails to validate');
  });
});

/** Validates the document with xmllint and returns its output. */
function validate(xml: string): string {
  const { stderr } = spawnSync('xmllint', ['--noout', '--nonet', '--schema', schema!, '-'], {
    input: xml,
    encoding: 'utf8',
  });
  return stderr.trim();
}
