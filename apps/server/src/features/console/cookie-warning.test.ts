import { expect, it } from 'vitest';
import { warnAboutCookies } from './cookie-warning.ts';

function warningsFor(publicUrl: string): object[] {
  const warnings: object[] = [];
  warnAboutCookies({ publicUrl }, { warn: (fields) => warnings.push(fields) });
  return warnings;
}

it.each([
  'https://gwanje.example.com',
  'http://localhost:4100',
  'http://127.0.0.1:4100',
  'http://[::1]:4100',
])('%s allows Secure cookies and gives no warning', (publicUrl) => {
  expect(warningsFor(publicUrl)).toEqual([]);
});

it.each(['http://gwanje.example.com', 'http://10.0.0.5:4100'])('%s gives one warning', (publicUrl) => {
  expect(warningsFor(publicUrl)).toEqual([{ publicUrl }]);
});
