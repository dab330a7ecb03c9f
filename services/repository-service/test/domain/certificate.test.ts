// Tests the verdicts of fixity checks, and the text of certificates.
import { describe, expect, it } from '@jest/globals';
import {
  type CertifiedCheck,
  formatCertificate,
  MAX_CERTIFIED_EXCEPTIONS,
  parseCertificate,
  toCertificateKey,
} from '../../src/domain/certificate.ts';
import { type CheckCounts, findVerdict } from '../../src/domain/fixity-check.ts';

const none: CheckCounts = { intact: 0, damaged: 0, missing: 0, unreadable: 0, notChecked: 0, repaired: 0 };

describe('the verdict of a check', () => {
  it.each([
    ['finished', { intact: 3 }, 3, 'intact'],
    ['finished', { intact: 2, damaged: 1, repaired: 1 }, 3, 'repaired'],
    ['finished', { intact: 2, damaged: 1 }, 3, 'faults'],
    ['finished', { intact: 1, missing: 1, notChecked: 1 }, 3, 'faults'],
    ['finished', { intact: 2, unreadable: 1 }, 3, 'incomplete'],
    ['finished', { intact: 2, notChecked: 1 }, 3, 'incomplete'],
    ['finished', { intact: 1, damaged: 1, repaired: 1, unreadable: 1 }, 3, 'incomplete'],
    ['finished', {}, 0, 'incomplete'],
    ['cancelled', { intact: 3 }, 3, 'incomplete'],
    ['failed', { intact: 3 }, 3, 'incomplete'],
    ['failed', {}, undefined, 'incomplete'],
    ['running', { intact: 3 }, 3, undefined],
    ['waiting', {}, undefined, undefined],
  ] as const)('of a %s check with %j of %j is %j', (state, counts, requested, verdict) => {
    expect(findVerdict(state, { ...none, ...counts }, requested)).toBe(verdict);
  });
});

const exception = {
  uuid: '0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61',
  namespace: 'default',
  auid: 'sample',
  url: 'http://www.example.org/',
  outcome: 'damaged',
  store: 'far',
  reason: 'a byte was flipped',
  repairedFrom: 'near',
} as const;

const check: CertifiedCheck = {
  id: '0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64',
  scope: { kind: 'au', namespace: 'default', auid: 'sample' },
  uuids: undefined,
  stores: 'ordinary',
  requestedBy: 'librarian',
  reason: undefined,
  schedule: undefined,
  requestedMs: Date.UTC(2026, 10, 29, 15),
  startedMs: Date.UTC(2026, 10, 29, 15, 1),
  endedMs: Date.UTC(2026, 10, 29, 15, 2),
  software: 'Holdfast',
  requested: 2,
  counts: { ...none, intact: 1, damaged: 1, repaired: 1 },
  bytes: 4_000,
  copies: [
    { store: 'near', copies: 1, bytes: 2_000, damaged: 0, missing: 0, unreachable: 0, repaired: 0 },
    { store: 'far', copies: 1, bytes: 2_000, damaged: 1, missing: 0, unreachable: 0, repaired: 1 },
  ],
  exceptions: [exception],
  previous: undefined,
};

describe('a certificate', () => {
  it('contains the check, and does not change when it is made again', () => {
    const text = formatCertificate(check);
    expect(JSON.parse(text)).toMatchObject({
      certificate: 1,
      verdict: 'repaired',
      requestedAt: '2026-11-29T15:00:00.000Z',
      artifacts: { requested: 2, intact: 1, damaged: 1, repaired: 1 },
      exceptionCount: 1,
      exceptions: [{ store: 'far', repairedFrom: 'near' }],
    });
    const read = parseCertificate(text)!;
    expect(read).toEqual(check);
    expect(formatCertificate(read)).toBe(text);
    expect(toCertificateKey(read)).toBe('certificates/2026/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64.json');
  });

  it('lists a limited number of exceptions, and counts all of them', () => {
    const exceptions = Array.from({ length: MAX_CERTIFIED_EXCEPTIONS + 1 }, () => exception);
    const counts = { ...none, damaged: exceptions.length };
    const document = JSON.parse(formatCertificate({ ...check, exceptions, counts }));
    expect(document.exceptions).toHaveLength(MAX_CERTIFIED_EXCEPTIONS);
    expect(document.exceptionCount).toBe(MAX_CERTIFIED_EXCEPTIONS + 1);
  });

  it.each(['', 'null', '[]', '{"certificate": 2}', '{"certificate": 1}', 'no JSON'])('is not %j', (text) => {
    expect(parseCertificate(text)).toBeUndefined();
    expect(parseCertificate(formatCertificate({ ...check, id: text }))).toBeUndefined();
  });
});
