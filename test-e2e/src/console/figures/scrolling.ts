// Measures the cost of scrolling the table of AUs, compared with a minimal list that displays only row numbers.
import type { Browser, Page } from 'playwright-core';
import { logIn, navigateTo, openConsole } from '../console-page.ts';
import type { EmptyNode } from '../empty-node.ts';

export interface ScrollMeasurement {
  /** Milliseconds from the click on the link until the first rows appear. */
  readonly openMs: number;
  readonly table: ScrollFigures;
  readonly bare: ScrollFigures;
  /** Maximum number of table rows in the DOM. */
  readonly rows: number;
}

export interface ScrollFigures {
  readonly frames: number;
  /** 95th percentile of the time between two frames. */
  readonly frame95Ms: number;
  readonly longestFrameMs: number;
  /** Main-thread time per turn of the mouse wheel: scripts, styles, layout. */
  readonly taskMsPerTurn: number;
}

const TURNS = 150;
const TURN_PX = 400;

export async function measureScrolling(
  browser: Browser,
  node: EmptyNode,
  aus: number,
): Promise<ScrollMeasurement> {
  const opened = await openConsole(browser, node.configurationUrl);
  await logIn(opened, node.user, node.password);
  const { page } = opened;
  const beganMs = performance.now();
  await navigateTo(opened, '/aus');
  const rows = page.getByRole('grid').locator('[role=row]');
  await rows.nth(5).waitFor({ timeout: 60_000 });
  await page.locator('.cell-blank').first().waitFor({ state: 'detached', timeout: 60_000 });
  const openMs = performance.now() - beganMs;
  const table = await scroll(page, '[role=grid]');
  const held = await rows.count();
  const bare = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await bare.setContent(bareList(aus));
  const floor = await scroll(bare, '#list');
  if (opened.complaints.length > 0)
    throw new Error(`the browser complained: ${opened.complaints.join('; ')}`);
  await Promise.all([opened.context.close(), bare.close()]);
  return { openMs, table, bare: floor, rows: held };
}

async function scroll(page: Page, selector: string): Promise<ScrollFigures> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const box = (await page.locator(selector).first().boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height / 2, 300));
  await page.evaluate(`{
    window.frames_ = []; window.isWatching = true;
    const watch = (at) => { window.frames_.push(at); if (window.isWatching) requestAnimationFrame(watch); };
    requestAnimationFrame(watch);
  }`);
  const taskSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value;
  };
  const before = await taskSeconds();
  for (let turn = 0; turn < TURNS; turn += 1) await page.mouse.wheel(0, turn % 3 === 2 ? -TURN_PX : TURN_PX);
  const seconds = (await taskSeconds()) - before;
  const times = (await page.evaluate('window.isWatching = false, window.frames_')) as number[];
  const gaps = times
    .slice(1)
    .map((at, index) => at - times[index]!)
    .sort((one, other) => one - other);
  await session.detach();
  return {
    frames: gaps.length,
    frame95Ms: gaps[Math.floor(gaps.length * 0.95)]!,
    longestFrameMs: gaps.at(-1)!,
    taskMsPerTurn: (seconds * 1000) / TURNS,
  };
}

/** A minimal list that renders only the visible rows. */
const bareList = (count: number): string => `<!doctype html><style>
  #list { height: 800px; overflow: auto; position: relative } #list div { position: absolute; height: 36px }
  #all { width: 1px; height: ${Math.min(count * 36, 15_000_000)}px }
</style><div id="list"><div id="all"></div></div><script>
  const list = document.getElementById('list');
  const rows = Array.from({ length: 26 }, () => list.appendChild(document.createElement('div')));
  const draw = () => {
    const first = Math.floor(list.scrollTop / 36);
    rows.forEach((row, at) => { row.style.top = (first + at) * 36 + 'px'; row.textContent = 'Row ' + (first + at); });
  };
  list.addEventListener('scroll', draw); draw();
</script>`;
