import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AuditLine } from '../../src/audit/audit.ts';
import { limitRefusedLines, MAX_REFUSED_LINES_PER_MINUTE } from '../../src/audit/audit.ts';

const line = (more: Partial<AuditLine> = {}): AuditLine => ({
  event: 'write',
  requestId: 'one',
  operation: 'deleteAu',
  method: 'DELETE',
  user: undefined,
  client: '192.0.2.7',
  subject: {},
  status: 403,
  outcome: 'error',
  ...more,
});

let nowMs = 0;
let written: AuditLine[] = [];
let limited: ReturnType<typeof limitRefusedLines>;
beforeEach(() => {
  [nowMs, written] = [0, []];
  const audit = { write: (one: AuditLine) => void written.push(one), nameHash: String };
  limited = limitRefusedLines(audit, { nowMs: () => nowMs, tellAfterMs: 20 });
});
afterEach(() => limited.close());

const write = (count: number, more: (index: number) => Partial<AuditLine>) => {
  for (let index = 0; index < count; index += 1) limited.write(line(more(index)));
};
const kept = () => written.filter(({ event }) => event !== 'missing').length;
const { ofNetwork, inAll } = MAX_REFUSED_LINES_PER_MINUTE;

describe('lines of refused requests', () => {
  it.each<[string, Partial<AuditLine>]>([
    ['without a login', {}],
    ['of a wrong login', { event: 'login', status: 401, why: 'wrong' }],
    ['of a user without the role', { user: 'reader' }],
    ['that were malformed', { user: 'reader', status: 400 }],
    ['that a client left', { status: undefined, outcome: 'aborted' }],
    ['that came too often', { user: 'reader', status: 429 }],
    ['that found nothing', { user: 'reader', status: 404, routine: true }],
    ['for which there was no room', { user: 'writer', status: 507 }],
  ])('are so many a minute from one network: %s', (_what, more) => {
    write(1_000, (index) => ({ ...more, client: `192.0.2.${index % 256}` }));
    expect(kept()).toBe(ofNetwork);
    nowMs = 60_000;
    write(1_000, () => more);
    expect(kept()).toBe(2 * ofNetwork);
    expect(limited.droppedLines).toBe(2_000 - 2 * ofNetwork);
  });

  it('are so many a minute in all, and leave their share to users who are logged in', () => {
    write(10_000, (index) => ({ client: `2001:db8:${index.toString(16)}::1` }));
    expect(kept()).toBe(inAll);
    write(1, () => ({ user: 'reader' }));
    expect(kept()).toBe(inAll + 1);
  });

  it('never keep a line of what was carried out from being written', () => {
    write(1_000, () => ({}));
    const before = kept();
    const carriedOut: Partial<AuditLine>[] = [
      { status: 200, outcome: 'ok' },
      { status: undefined, outcome: 'aborted' },
      { status: 500 },
    ];
    for (const more of carriedOut) write(500, () => ({ user: 'admin', ...more }));
    expect(kept()).toBe(before + 1_500);
  });

  it('are counted, which one line says after a while, and what is left at the end', async () => {
    write(ofNetwork + 70, () => ({}));
    while (written.at(-1)?.event !== 'missing') await new Promise((resolve) => setTimeout(resolve, 5));
    expect(written.at(-1)).toMatchObject({ event: 'missing', why: 'refused', subject: { entries: 70 } });
    write(5, () => ({}));
    limited.close();
    limited.close();
    const missing = written.filter(({ event }) => event === 'missing');
    expect(missing.map(({ subject }) => subject.entries)).toEqual([70, 5]);
  });
});
