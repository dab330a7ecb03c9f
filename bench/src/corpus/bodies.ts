// Generates page and file contents: text that compresses like web pages (about 4 to 1), and incompressible bytes.
import type { BenchRandom } from './random.ts';

/** Returns an HTML page of about `sizeBytes` bytes, with links to the same host. */
export function makeHtmlPage(random: BenchRandom, host: string, sizeBytes: number): string {
  const title = makeWords(random, 6);
  const parts = [
    `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n`,
    '<link rel="stylesheet" href="/assets/css/site.css">\n<script src="/assets/js/app.js" defer></script>\n',
    `</head>\n<body class="page page-${random.below(10_000)}">\n<h1>${title}</h1>\n`,
  ];
  let length = parts.join('').length;
  while (length < sizeBytes) {
    const part = random.below(3) === 0 ? makeListItem(random, host) : makeParagraph(random);
    parts.push(part);
    length += part.length;
  }
  parts.push('</body>\n</html>\n');
  return parts.join('');
}

/** Returns about `sizeBytes` bytes of JSON, like many small web resources. */
export function makeSmallJson(random: BenchRandom, sizeBytes: number): string {
  const fields: string[] = [];
  let length = 0;
  while (length < sizeBytes) {
    const field = `"${chooseWord(random)}_${random.below(1000)}":"${makeWords(random, 1 + random.below(6))}"`;
    fields.push(field);
    length += field.length + 1;
  }
  return `{${fields.join(',')}}`;
}

function makeParagraph(random: BenchRandom): string {
  return `<p class="text text-${random.below(5)}">${makeWords(random, 20 + random.below(60))}.</p>\n`;
}

function makeListItem(random: BenchRandom, host: string): string {
  const path = `${chooseWord(random)}/${random.below(100_000)}/${chooseWord(random)}.html`;
  return `<li class="item"><a class="item-link" href="http://${host}/${path}">${makeWords(random, 4)}</a></li>\n`;
}

function makeWords(random: BenchRandom, count: number): string {
  return Array.from({ length: count }, () => chooseWord(random)).join(' ');
}

/** Chooses a word. As in natural language, some words are far more frequent than others. */
function chooseWord(random: BenchRandom): string {
  const rank = Math.floor(vocabulary.length ** (random.below(1_000_000) / 1_000_000)) - 1;
  return vocabulary[rank]!;
}

const syllables = 'ar ba con de en fi ga ho in ju ka lo mi ne or pa qui re sta ti un ver wi xa yo zu'.split(
  ' ',
);

const vocabulary = Array.from({ length: 3000 }, (_, rank) => {
  const count = 1 + (rank % 4);
  return Array.from(
    { length: count },
    (_, i) => syllables[(rank * 7 + i * (rank + 11)) % syllables.length],
  ).join('');
});
