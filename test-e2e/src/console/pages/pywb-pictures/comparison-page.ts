// Writes the page that shows the screenshots of all pages side by side.
import type { PageComparison } from './compare-pages.ts';

/** Formats the page as HTML. `pictures` of a comparison: file names of the three screenshots. */
export function formatComparisonPage(comparisons: readonly PageComparison[]): string {
  const rows = comparisons.map(
    (
      comparison,
    ) => `<tr><th>${escapeHtml(comparison.name)}<td colspan="3">${describeComparison(comparison).map(escapeHtml).join('<br>')}
<tr><td><td>${comparison.pictures.map((name) => `<a href="${name}"><img src="${name}" alt="" loading="lazy"></a>`).join('<td>')}`,
  );
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Captured pages next to pywb</title>
<style>body{font:14px sans-serif}img{width:30vw;border:1px solid #888}td,th{vertical-align:top;text-align:left}</style>
<table><tr><th>Page<th>pywb without scripts<th>pywb with scripts<th>Holdfast
${rows.join('\n')}
</table></html>
`;
}

/** Describes the comparison in a few lines. */
export function describeComparison(comparison: PageComparison): string[] {
  const { pywb, withScripts, holdfast, difference, faults, notes } = comparison;
  const counts = (
    name: string,
    of: (view: { images: number; rules: number; words: number; fonts: number }) => number,
  ) => `${name} ${of(pywb)} / ${of(withScripts)} / ${of(holdfast)}`;
  return [
    [
      `pixels that differ ${(100 * difference).toFixed(1)} %`,
      counts('images', ({ images }) => images),
      counts('style rules', ({ rules }) => rules),
      counts('fonts', ({ fonts }) => fonts),
      counts('words', ({ words }) => words),
    ].join('; '),
    ...faults.map((fault) => `FAULT: ${fault}`),
    ...notes,
  ];
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
