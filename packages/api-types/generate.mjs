// Generates src/generated/ from the hand-written documents in openapi/: per contract the TypeScript types and the
// document itself as a constant. `--check` writes nothing and exits with 1 when a generated file is stale.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';

const contracts = ['repository', 'configuration'];
const check = process.argv.includes('--check');
const stale = [];

for (const name of contracts) {
  const source = new URL(`openapi/${name}.yaml`, import.meta.url);
  const document = parse(await readFile(source, 'utf8'));
  await emit(`${name}.ts`, banner(name) + (await types(document)));
  await emit(`${name}.document.ts`, banner(name) + constant(name, document));
}
if (stale.length > 0) {
  console.error(`Stale, run "node packages/api-types/generate.mjs": ${stale.join(', ')}`);
  process.exitCode = 1;
}

async function types(document) {
  return astToString(await openapiTS(structuredClone(document), { alphabetize: false, immutable: false }));
}

function constant(name, document) {
  const json = JSON.stringify(document, null, 1);
  return `import type { OpenApiDocument } from '../document.ts';\n\nexport const ${name}Contract: OpenApiDocument = ${json};\n`;
}

function banner(name) {
  return `// Generated from openapi/${name}.yaml by generate.mjs; changes made here are lost.\n\n`;
}

async function emit(file, text) {
  const target = new URL(`src/generated/${file}`, import.meta.url);
  const present = await readFile(target, 'utf8').catch(() => undefined);
  if (present === text) return;
  if (check) stale.push(`src/generated/${file}`);
  else {
    await mkdir(new URL('src/generated/', import.meta.url), { recursive: true });
    await writeFile(target, text);
  }
}
