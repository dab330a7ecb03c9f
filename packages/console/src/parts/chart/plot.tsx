// Line chart of a value over time, as SVG. Uses no chart library, because even a small one (uPlot, 21 kB) exceeds the
// size limit of the first screen.
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatBytes, formatCount, formatDate, formatTick } from '../../language/format.ts';
import { makeTimeAxis, makeValueAxis } from './plot-ticks.ts';

export interface PlotProps {
  readonly label: string;
  /** Times in milliseconds since the epoch, in ascending order. At least two. */
  readonly timesMs: readonly number[];
  /** One value per time. */
  readonly values: readonly number[];
  readonly unit?: 'count' | 'bytes';
  readonly heightPx?: number;
}

/** Space for the labels of the axes. */
const SPACE = { left: 72, right: 24, top: 16, bottom: 32 };
const GAP = 8;
/**
 * Minimum distance between two labels, in pixels. `time`: width of the longest time in any language, plus a gap.
 * `value`: height of two lines.
 */
const TICK_PIXELS = { time: 90, value: 32 };
/** With this many samples or fewer, draws points: a line would suggest measured values between them. */
const MAX_POINTS = 60;
const POINT_PX = 3;

export function Plot({ label, timesMs, values, unit = 'count', heightPx = 220 }: PlotProps) {
  const holder = useRef<HTMLDivElement>(null);
  const [widthPx, setWidth] = useState(0);
  const [pointed, setPointed] = useState<number | undefined>(undefined);
  const format = unit === 'bytes' ? formatBytes : formatCount;

  useLayoutEffect(() => {
    const element = holder.current!;
    const measure = () => setWidth(element.clientWidth);
    const size = new ResizeObserver(measure);
    size.observe(element);
    measure();
    return () => size.disconnect();
  }, []);

  const [fromMs, toMs] = [timesMs[0]!, timesMs.at(-1)!];
  const [right, bottom] = [widthPx - SPACE.right, heightPx - SPACE.bottom];
  const time = makeTimeAxis(fromMs, toMs, Math.max((right - SPACE.left) / TICK_PIXELS.time, 1));
  const value = makeValueAxis(values, (bottom - SPACE.top) / TICK_PIXELS.value);
  const x = (ms: number) =>
    roundToTenth(SPACE.left + ((ms - fromMs) / (toMs - fromMs || 1)) * (right - SPACE.left));
  const y = (each: number) =>
    roundToTenth(bottom - ((each - value.from) / (value.to - value.from)) * (bottom - SPACE.top));
  // Memoized, because the chart renders on every pointer move, and a chart of ten years has thousands of samples.
  const line = useMemo(
    () => `M${timesMs.map((ms, index) => `${x(ms)} ${y(values[index]!)}`).join('L')}`,
    [timesMs, values, widthPx, heightPx],
  );
  const at = pointed === undefined || pointed >= values.length ? undefined : pointed;

  function point({ clientX }: PointerEvent): void {
    const wantedPx = clientX - holder.current!.getBoundingClientRect().left;
    const wantedMs = fromMs + ((wantedPx - SPACE.left) / (right - SPACE.left)) * (toMs - fromMs);
    setPointed(findNearest(timesMs, wantedMs));
  }

  return (
    <div
      class="plot"
      role="img"
      aria-label={`${label}: ${format(values[0])} (${formatDate(fromMs)}) → ${format(values.at(-1))} (${formatDate(toMs)})`}
      ref={holder}
      style={{ height: `${heightPx}px` }}
      onPointerMove={point}
      onPointerLeave={() => setPointed(undefined)}
    >
      {widthPx > SPACE.left + SPACE.right && (
        <svg width={widthPx} height={heightPx} aria-hidden="true">
          {time.ticksMs.map((ms) => (
            <g key={ms} class="plot-time">
              <path d={`M${x(ms)} ${SPACE.top}V${bottom}`} />
              <text x={x(ms)} y={bottom + 2 * GAP}>
                {formatTick(ms, time.isOfDay)}
              </text>
            </g>
          ))}
          {value.ticks.map((each) => (
            <g key={each} class="plot-value">
              <path d={`M${SPACE.left} ${y(each)}H${right}`} />
              <text x={SPACE.left - GAP} y={y(each)}>
                {format(each)}
              </text>
            </g>
          ))}
          <path class="plot-line" d={line} />
          {timesMs.length <= MAX_POINTS &&
            timesMs.map((ms, index) => (
              <circle key={ms} class="plot-point" cx={x(ms)} cy={y(values[index]!)} r={POINT_PX} />
            ))}
          {at !== undefined && (
            <>
              <path class="plot-pointer" d={`M${x(timesMs[at]!)} ${SPACE.top}V${bottom}`} />
              <circle class="plot-pointed" cx={x(timesMs[at]!)} cy={y(values[at]!)} r={POINT_PX + 1} />
            </>
          )}
        </svg>
      )}
    </div>
  );
}

const roundToTenth = (px: number): number => Math.round(px * 10) / 10;

/** Returns the index of the time that is nearest to `wantedMs`. */
function findNearest(timesMs: readonly number[], wantedMs: number): number {
  let [low, high] = [0, timesMs.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (timesMs[middle]! <= wantedMs) low = middle;
    else high = middle;
  }
  return wantedMs - timesMs[low]! <= timesMs[high]! - wantedMs ? low : high;
}
