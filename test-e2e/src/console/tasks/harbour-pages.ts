// Generates the captures of the harbour's web site for the tasks: a page with a style sheet and a picture in two
// captures, and three pages without resources. The pictures contain words that no other capture contains.
import type { HostileCapture } from '../hostile-captures.ts';

const SITE = 'http://www.example.org/harbour/';

/** Page with a picture, captured twice. */
export const BRIDGE_URL = `${SITE}bridge-history.html`;
/** Words in the picture of the bridge, in the older and in the newer capture. */
export const PICTURE_WORDS = ['Ferry Alba', 'Ferry Corvo'] as const;
/** Page that a task finds by its digest. */
export const RATES_URL = `${SITE}mooring-rates.html`;
/** Page with a damaged copy. */
export const KEEPERS_URL = `${SITE}lock-keepers.html`;
/** Page that was captured by mistake. */
export const LETTER_URL = `${SITE}private-letter.html`;

const DATES = ['2023-03-01T09:00:00Z', '2025-03-01T09:00:00Z'] as const;

/** Returns the captures in the order of their dates. */
export function makeHarbourCaptures(): HostileCapture[] {
  const style =
    'body{margin:0;font:18px/1.5 sans-serif;background:#eef5f8}h1{margin:0;padding:16px 24px;color:#fff;background:#14506b}p,img{display:block;margin:16px 24px}';
  return [
    makeCapture('harbour.css', 'text/css', style, DATES[0]),
    ...DATES.flatMap((date, at) => [
      makeCapture('ferry.svg', 'image/svg+xml', drawFerry(PICTURE_WORDS[at]!, at), date),
      makeCapture('bridge-history.html', 'text/html; charset=utf-8', writeBridgePage(at), date),
    ]),
    makePlainPage('mooring-rates.html', 'Mooring rates', 'A night costs 12 for a boat of up to 8 metres.'),
    makePlainPage('lock-keepers.html', 'The lock keepers', `${'The keepers of the lock. '.repeat(80)}`),
    makePlainPage('private-letter.html', 'A private letter', 'Dear Ines, please do not publish this.'),
  ];
}

function writeBridgePage(at: number): string {
  const text = [
    'A bridge over the harbour is planned. Until then, a ferry crosses every half hour.',
    'The bridge was opened in May. The ferry still crosses on Sundays.',
  ][at]!;
  return `<!doctype html><html lang="en"><head><title>History of the bridge</title><link rel="stylesheet" href="harbour.css"></head>
<body><h1>History of the bridge</h1>
<p>${text}</p>
<img src="ferry.svg" width="420" height="180" alt="">
<p><a href="mooring-rates.html">Mooring rates</a></p></body></html>
`;
}

function drawFerry(name: string, at: number): string {
  const colour = ['#b4452f', '#2f7d4f'][at]!;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="420" height="180" viewBox="0 0 420 180"><rect width="420" height="180" fill="#bfe0ee"/><rect y="140" width="420" height="40" fill="#3b7ea1"/><path d="M40 100h340l-40 50H80z" fill="${colour}"/><text x="210" y="132" font-family="sans-serif" font-size="26" fill="#fff" text-anchor="middle">${name}</text></svg>`;
}

const makePlainPage = (path: string, title: string, text: string): HostileCapture =>
  makeCapture(
    path,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`,
    DATES[1],
  );

const makeCapture = (path: string, type: string, body: string, date: string): HostileCapture => ({
  ...{ name: path, url: `${SITE}${path}`, head: [`Content-Type: ${type}`], date },
  body: Buffer.from(body),
});
