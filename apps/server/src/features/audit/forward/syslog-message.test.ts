import type { SealedEntry } from '@gwanje/backend/audit-log/row-hash';
import { expect, it, test } from 'vitest';
import { parseAuditReceivers } from './audit-receivers.ts';
import { syslogMessage, withOctetCount } from './syslog-message.ts';

const entry: SealedEntry = {
  auditId: 12,
  at: new Date('2026-01-02T03:04:05.678Z'),
  actorUserNo: 7,
  actorUserId: 'operator',
  action: 'subGroup.delete',
  targetKind: 'subGroup',
  targetId: '3',
  outcome: 'done',
  detail: { name: '서울' },
  address: '192.0.2.1',
  chainNo: 5,
  personalSalt: 's',
  personalDigest: 'd',
  hash: 'h',
};

it('writes an entry as a message of RFC 5424', () => {
  expect(syslogMessage(entry, 'console.example.com')).toBe(
    '<110>1 2026-01-02T03:04:05.678Z console.example.com gwanje - subGroup.delete ' +
      '[gwanje@32473 no="5" id="12" hash="h" outcome="done" action="subGroup.delete" actorUserNo="7" ' +
      'actorUserId="operator" targetKind="subGroup" targetId="3" address="192.0.2.1"] \uFEFF{"name":"서울"}',
  );
});

test('quotes, brackets, backslashes and line breaks of a hostile name stay inside their value', () => {
  const message = syslogMessage({ ...entry, targetId: 'a"]\\ <13>1\nb' }, 'host name');
  expect(message).toContain('targetId="a\\"\\]\\\\ <13>1\uFFFDb"');
  expect(message).toContain(' host_name gwanje ');
  expect(message).not.toContain('\n');
});

it('cuts a long detail and says so', () => {
  const message = syslogMessage({ ...entry, detail: { text: 'x'.repeat(20_000) } }, 'h');
  expect(message.length).toBeLessThan(9000);
  expect(message).toContain(' detailCut="true"]');
});

it('counts bytes, not characters', () => {
  expect(withOctetCount('한글')).toBe('6 한글');
});

test.each([
  ['syslog+udp://logs', ['syslog+udp://logs:514']],
  ['syslog+tls://[2001:db8::1]:7000', ['syslog+tls://[2001:db8::1]:7000']],
  [
    ' syslog+tcp://logs , https://hook.example.com/a?key=1',
    ['syslog+tcp://logs:601', 'https://hook.example.com/a'],
  ],
  ['', []],
])('the receivers %j are %j', (text, names) => {
  expect(parseAuditReceivers(text, 'a secret of 16 or more').map(({ name }) => name)).toEqual(names);
});

test.each([
  'logs:514',
  'ftp://logs',
  'syslog+tcp://user:word@logs',
  'syslog+tcp://logs/path',
  'https://a,https://a',
])('the receivers %j are refused', (text) => {
  expect(() => parseAuditReceivers(text, 'a secret of 16 or more')).toThrow();
});

test('a webhook without a secret is refused', () => {
  expect(() => parseAuditReceivers('https://hook.example.com', undefined)).toThrow(
    'GWANJE_AUDIT_FORWARD_SECRET',
  );
});
