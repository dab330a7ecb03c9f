// Line chart of values over time. The chart library is loaded when the first chart becomes visible.
import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import { loadScreenStyles } from '../../browser/screen-styles.ts';
import { theme } from '../../browser/theme.ts';
import { formatBytes, formatCount, formatDate, formatTick } from '../../language/format.ts';
import { language } from '../../language/t.ts';

export interface PlotSeries {
  readonly label: string;
  /** One value per time; null without a sample. */
  readonly values: readonly (number | null)[];
}

export interface PlotProps {
  readonly label: string;
  /** Times in milliseconds since the epoch, in ascending order. */
  readonly timesMs: readonly number[];
  readonly series: readonly PlotSeries[];
  readonly unit?: 'count' | 'bytes';
  readonly heightPx?: number;
}

const DAY_SECONDS = 86_400;
/** Width of an axis label in pixels: the longest time in any language, plus a gap. */
const TICK_PIXELS = 90;
/** Maximum number of samples that are drawn as points. */
const MAX_POINTS = 60;
const COLOURS = ['--accent', '--plot-2', '--plot-3', '--plot-4'];

export function Plot({ label, timesMs, series, unit = 'count', heightPx = 220 }: PlotProps) {
  const holder = useRef<HTMLDivElement>(null);
  const written = unit === 'bytes' ? formatBytes : formatCount;

  useEffect(() => {
    const element = holder.current!;
    let plot: uPlot | undefined;
    let isGone = false;
    const size = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height: heightPx }));
    void Promise.all([import('uplot'), loadScreenStyles()]).then(([{ default: UPlot }]) => {
      if (isGone) return;
      const data = [timesMs.map((time) => time / 1000), ...series.map(({ values }) => values)];
      plot = new UPlot(
        { ...optionsOf(element, timesMs, series, written), width: element.clientWidth, height: heightPx },
        data as uPlot.AlignedData,
        element,
      );
      size.observe(element);
    });
    return () => {
      isGone = true;
      size.disconnect();
      plot?.destroy();
    };
  }, [timesMs, series, unit, heightPx, theme.value, language.value]);

  return (
    <div class="plot" role="img" aria-label={`${label}: ${inWords(timesMs, series, written)}`} ref={holder} />
  );
}

function optionsOf(
  element: HTMLElement,
  timesMs: readonly number[],
  series: readonly PlotSeries[],
  written: (value: number) => string,
): Omit<uPlot.Options, 'width' | 'height'> {
  // Reads the computed colour, because a canvas cannot resolve custom CSS properties.
  const colour = (name: string): string => {
    element.style.color = `var(${name})`;
    const { color } = getComputedStyle(element);
    element.style.color = '';
    return color;
  };
  const axis = {
    stroke: colour('--plot-ink'),
    grid: { stroke: colour('--plot-grid'), width: 1 },
    ticks: { show: false },
  };
  return {
    cursor: { y: false },
    legend: { show: series.length > 1 },
    series: [
      { value: (_plot, value) => (value === null ? '' : formatDate(value * 1000)) },
      ...series.map((one, at) => ({
        label: one.label,
        stroke: colour(COLOURS[at % COLOURS.length]!),
        width: 2,
        // A line between few samples would look like a measurement of the time between them.
        points: { show: timesMs.length <= MAX_POINTS },
        value: (_plot: unknown, value: number | null) => (value === null ? '–' : written(value)),
      })),
    ],
    axes: [
      {
        ...axis,
        space: TICK_PIXELS,
        values: (_plot, splits, _axis, _space, step) =>
          splits.map((at) => formatTick(at * 1000, step < DAY_SECONDS)),
      },
      { ...axis, size: 72, values: (_plot, splits) => splits.map(written) },
    ],
  };
}

/** Describes the chart in words, for screen readers. */
function inWords(
  timesMs: readonly number[],
  series: readonly PlotSeries[],
  written: (value: number) => string,
): string {
  const [from, to] = [timesMs[0], timesMs.at(-1)];
  return series
    .map(({ label, values }) => {
      const known = values.filter((value) => value !== null);
      if (known.length === 0) return label;
      return `${label}: ${written(known[0]!)} (${formatDate(from)}) → ${written(known.at(-1)!)} (${formatDate(to)})`;
    })
    .join('; ');
}
