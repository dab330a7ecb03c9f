// Backup IDs sort by time. A restore uses the last ID by default, and `--keep` keeps the last IDs.
import { expect, it } from '@jest/globals';
import { createBackupId } from '../src/format/keys.ts';

it('orders two backups of one second by their time, whatever their random part', () => {
  const second = Date.UTC(2026, 10, 22, 20, 15, 0);
  const ids = [createBackupId(second + 998, 'ffffffff'), createBackupId(second + 999, '00000000')];
  expect(ids).toEqual(['20261122t201500998z-ffffffff', '20261122t201500999z-00000000']);
  expect(ids.toSorted()).toEqual(ids);
});
