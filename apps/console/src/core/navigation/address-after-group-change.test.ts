import { expect, test } from 'vitest';
import { addressAfterGroupChange, sectionAfterGroupChange } from './address-after-group-change.ts';

test.each([
  ['/', '/main'],
  ['/main', '/main'],
  ['/custom-main', '/main'],
  ['/realtime-detection', '/realtime-detection'],
  ['/mon', '/mon/summary'],
  ['/mon/', '/mon/summary'],
  ['/mon/pod/cpu', '/mon/summary'],
  ['/monitor', '/main'],
  ['/event-list', '/event-list'],
  ['/alarm-list/', '/alarm-list'],
  ['/setting/user', '/main'],
  ['/maintenance', '/main'],
])('after a change of groups %s goes to %s', (from, to) => expect(sectionAfterGroupChange(from)).toBe(to));

test.each([
  ['/event-list', '?filter=x&pageNo=2', '/event-list?filter=x&pageNo=2'],
  ['/alarm-list', '?level=5', '/alarm-list?level=5'],
  ['/realtime-detection', '?sound=off', '/realtime-detection?sound=off'],
  ['/event-list', '', '/event-list'],
  ['/mon/summary', '?hostId=7', '/mon/summary'],
  ['/main', '?clusterList=7', '/main'],
  ['/setting/user', '?pageNo=2', '/main'],
])('%s%s becomes %s', (pathname, search, address) =>
  expect(addressAfterGroupChange({ pathname, search })).toBe(address),
);
