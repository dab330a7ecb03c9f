// Generates the files in src/generated/ from the documents in openapi/: for each contract, the TypeScript types and the
// document as a constant. `--check` writes nothing and exits with 1 if a generated file is outdated. `--folder PATH`
// uses another copy of this package.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';

const contracts = ['repository', 'configuration'];
const { check, folder } = parseArgs({
  options: { check: { type: 'boolean' }, folder: { type: 'string', default: import.meta.dirname } },
}).values;
const stale = [];

for (const name of contracts) {
  const document = parse(await readFile(join(folder, 'openapi', `${name}.yaml`), 'utf8'));
  await emit(`${name}.ts`, banner(name) + (await types(document)));
  await emit(`${name}.document.ts`, banner(name) + constant(name, document));
}
if (stale.length > 0) {
  console.error(`Stale, run "node packages/api-types/generate.mjs": ${stale.join(', ')}`);
  process.exitCode = 1;
}

/**
 * Returns the types of schemas and operations. The types of paths are left out, because they only repeat operations.
 */
async function types(document) {
  const nodes = await openapiTS(withoutExamples(document));
  return astToString(nodes.filter(({ name }) => ['components', 'operations'].includes(name?.text)));
}

/**
 * Returns a copy of a part of the document without examples. Keeps schema properties that are named `example` or
 * `examples`.
 */
function withoutExamples(part, isProperties = false) {
  if (Array.isArray(part)) return part.map((item) => withoutExamples(item));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part)
      .filter(([key]) => isProperties || (key !== 'example' && key !== 'examples'))
      .map(([key, value]) => [key, withoutExamples(value, key === 'properties' && !isProperties)]),
  );
}

/** Returns the document as JSON on a single line, so that a text search in the project finds fewer duplicates. */
function constant(name, document) {
  // Escapes characters above Latin-1. A single one would double the memory of the source text in each process.
  const json = JSON.stringify(document).replace(/[^\0-\xff]/g, escaped);
  const literal = `'${json.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  return `import type { OpenApiDocument } from '../document.ts';\n\nexport const ${name}Contract: OpenApiDocument = JSON.parse(\n  ${literal},\n);\n`;
}

function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function banner(name) {
  return `// Generated from openapi/${name}.yaml by generate.mjs; changes made here are lost.\n\n`;
}

async function emit(file, text) {
  const target = join(folder, 'src/generated', file);
  const present = await readFile(target, 'utf8').catch(() => undefined);
  if (present === text) return;
  if (check) stale.push(`src/generated/${file}`);
  else {
    await mkdir(join(folder, 'src/generated'), { recursive: true });
    await writeFile(target, text);
  }
}
