import { expect, it, test } from 'vitest';
import { type ChannelKey, channelKeys, wrongAddressFields } from './channels.ts';

const NOTHING = { url: null, recipientList: [], secret: null, successText: null };
const url = 'https://hooks.example.com/a';

it.each<[ChannelKey, object, readonly string[]]>([
  ['json', { url }, []],
  ['json', { url, secret: 'key' }, ['secret']],
  ['json', { url, successText: 'ok' }, ['successText']],
  ['custom', { url, successText: 'ok' }, []],
  ['email', { recipientList: ['ops@example.com'] }, []],
  ['email', { recipientList: ['ops@example.com', '010-1234-5678'] }, ['recipientList']],
  ['email', { url, recipientList: ['ops@example.com'] }, ['url']],
  ['telegram', { url, secret: '1:a', recipientList: ['-1001234567890', '@ops_team'] }, []],
  ['telegram', { url, secret: '1:a', recipientList: ['ops@example.com'] }, ['recipientList']],
  ['telegram', { url, recipientList: ['1'] }, ['secret']],
  ['pagerDuty', { url, secret: 'key' }, []],
  ['kakaoRelay', { url, secret: 'key', recipientList: ['010-1234-5678', '+821012345678'] }, []],
  ['kakaoRelay', { url, secret: 'key', recipientList: ['call me'] }, ['recipientList']],
])('an address of channel %s with %j has the wrong fields %j', (channel, address, wrong) => {
  expect(wrongAddressFields(channel, { ...NOTHING, ...address })).toEqual(wrong);
});

test('no channel accepts an empty address', () => {
  for (const channel of channelKeys) expect(wrongAddressFields(channel, NOTHING)).not.toEqual([]);
});
