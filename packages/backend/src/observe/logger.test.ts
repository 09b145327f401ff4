import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

test('passwords, cookies and tokens are not logged, other fields are', () => {
  const lines: string[] = [];
  const logger = createLogger('test', 'info', { write: (line) => lines.push(line) });
  logger.info(
    {
      password: 'secret-1',
      token: 'secret-2',
      body: { password: 'secret-3', token: 'secret-4' },
      req: { headers: { cookie: 'secret-5', authorization: 'secret-6' } },
      res: { headers: { 'set-cookie': 'secret-7' } },
      userNo: 7,
    },
    'something happened',
  );
  expect(lines.join('')).toContain('"userNo":7');
  expect(lines.join('')).not.toContain('secret-');
});

test('lines below the level are not written', () => {
  const lines: string[] = [];
  const logger = createLogger('test', 'warn', { write: (line) => lines.push(line) });
  logger.info('quiet');
  logger.warn('loud');
  expect(lines).toHaveLength(1);
});
