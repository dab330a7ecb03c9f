// Shows that the drill can fail: the model rejects answers that are older than an acknowledged change.
import { expect, it } from '@jest/globals';
import { formatCaptureName, Model, type TrackedCapture } from './model.ts';
import { closest, domain, exact, judge, prefix, type Question } from './questions.ts';

const model = new Model();
let made = 0;

/** Adds a capture with its own URL. */
function capture(page = `page/${made}`): TrackedCapture {
  return model.capture(
    `http://a.example/${page}`,
    `example,a)/${page}`,
    Date.UTC(2020, 0, 1) + made++ * 1_000,
  );
}

/** Judges an answer that arrives right after the question. */
function ask(question: Question, ...shown: TrackedCapture[]): string[] {
  const askedAt = model.tick();
  const asked = { of: 'A', askedAt, askedMs: performance.now(), answeredAt: model.tick() };
  return judge(model, question, asked, shown.map(formatCaptureName));
}

function stored(one = capture()): TrackedCapture {
  model.end(model.begin(one, true));
  return one;
}

it('allows either while a change is under way, and one alone when it was acknowledged', () => {
  const one = capture();
  expect(ask(exact(one))).toEqual([]);
  expect(ask(exact(one), one)).toHaveLength(1);
  const change = model.begin(one, true);
  expect(ask(exact(one))).toEqual([]);
  model.end(change);
  expect(ask(exact(one))).toEqual([expect.stringContaining(`lacks ${formatCaptureName(one)}`)]);
  expect(ask(exact(one), one)).toEqual([]);
  model.end(model.begin(one, false));
  expect(ask(exact(one), one)).toEqual([expect.stringContaining(`shows ${formatCaptureName(one)}`)]);
  expect(ask(exact(one))).toEqual([]);
});

it('allows either to who asked before it was acknowledged', () => {
  const one = capture();
  const change = model.begin(one, true);
  const askedAt = model.tick();
  model.end(change);
  const asked = { of: 'A', askedAt, askedMs: 0, answeredAt: model.tick() };
  expect(judge(model, exact(one), asked, [])).toEqual([]);
  expect(judge(model, exact(one), asked, [formatCaptureName(one)])).toEqual([]);
});

it('holds who was never answered to what was seen once', () => {
  const one = capture();
  model.begin(one, true);
  expect(ask(exact(one))).toEqual([]);
  expect(ask(exact(one), one)).toEqual([]);
  expect(ask(exact(one))).toHaveLength(1);
});

it('wants all before the last line of an answer that was cut, in order', () => {
  const other = stored(capture('times'));
  const [later, last] = [stored(capture('times')), stored(capture('times'))];
  expect(ask(prefix(other, 2), other, later)).toEqual([]);
  expect(ask(prefix(other, 2), other, last)).toHaveLength(1);
  expect(ask(prefix(other, 2), later, other)).toHaveLength(1);
  expect(ask(prefix(other, 2), other)).toHaveLength(2);
  expect(ask(closest(other, last.collectionMs, 2), last, later)).toEqual([]);
  expect(ask(closest(other, last.collectionMs, 2), last, other)).toHaveLength(1);
});

it('finds in the answer for a host what is missing of any page of it', () => {
  const one = model.capture('http://b.example/1', 'example,b)/1', 0);
  const two = model.capture('http://b.example/2', 'example,b)/2', 0);
  stored(one);
  stored(two);
  expect(ask(domain('example,b'), one, two)).toEqual([]);
  expect(ask(domain('example,b'), one)).toHaveLength(1);
  expect(ask(exact(one), one, two)).not.toEqual([]);
});
