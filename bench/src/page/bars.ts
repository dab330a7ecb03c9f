// Draws groups of bars as SVG, readable on light and dark backgrounds.

export interface BarChart {
  readonly title: string;
  /** Explanation of the bars, including whether more or less is better. */
  readonly subtitle: string;
  readonly groups: readonly BarGroup[];
}

export interface BarGroup {
  readonly label: string;
  readonly bars: readonly Bar[];
}

export interface Bar {
  readonly name: string;
  readonly value: number;
  /** Text after the bar. */
  readonly text: string;
  /** True for Holdfast's bar, which is highlighted. */
  readonly isOurs: boolean;
}

const WIDTH = 860;
const MARGIN = 28;
const NAMES_WIDTH = 150;
/** Width of the longest bar. The values are written to the right of the bars. */
const BARS_WIDTH = 460;
const ROW = 24;
const BAR = 16;
const HEAD = 78;
const GROUP_HEAD = 34;

/** Draws the chart. Each group of bars has its own scale. */
export function drawBarChart({ title, subtitle, groups }: BarChart): string {
  let y = HEAD;
  const parts: string[] = [];
  for (const { label, bars } of groups) {
    parts.push(drawText(MARGIN, y + 18, 'group', label));
    y += GROUP_HEAD;
    const longest = Math.max(...bars.map(({ value }) => value));
    for (const bar of bars) {
      parts.push(drawBar(bar, y, longest));
      y += ROW;
    }
    y += 8;
  }
  const height = y + 14;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title" font-family="system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif" font-size="14">`,
    `  <title id="title">${escapeXml(title)}: ${escapeXml(subtitle)}</title>`,
    STYLE,
    `  <rect class="ground" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="12"/>`,
    drawText(MARGIN, 36, 'title', title),
    drawText(MARGIN, 60, 'quiet', subtitle),
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

function drawBar({ name, value, text: words, isOurs }: Bar, y: number, longest: number): string {
  const width = Math.max(2, Math.round((value / longest) * BARS_WIDTH));
  const left = MARGIN + NAMES_WIDTH;
  const kind = isOurs ? 'ours' : 'other';
  return [
    drawText(MARGIN, y + 13, isOurs ? 'strong' : 'plain', name),
    `  <rect class="${kind}" x="${left}" y="${y}" width="${width}" height="${BAR}" rx="3"/>`,
    drawText(left + width + 8, y + 13, isOurs ? 'strong' : 'plain', words),
  ].join('\n');
}

function drawText(x: number, y: number, kind: string, words: string): string {
  return `  <text class="${kind}" x="${x}" y="${y}">${escapeXml(words)}</text>`;
}

function escapeXml(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const STYLE = `  <style>
    .ground { fill: #f6f8fa; stroke: #d0d7de }
    text { fill: #1f2933 }
    .title { font-size: 18px; font-weight: 700 }
    .group, .strong { font-weight: 600 }
    .quiet { fill: #5b6776; font-size: 13px }
    .ours { fill: #2f74b5 }
    .other { fill: #a9b4c0 }
    @media (prefers-color-scheme: dark) {
      .ground { fill: #161b22; stroke: #3d444d }
      text { fill: #e6edf3 }
      .quiet { fill: #9aa7b4 }
      .ours { fill: #5ba4e6 }
      .other { fill: #59636e }
    }
  </style>`;
