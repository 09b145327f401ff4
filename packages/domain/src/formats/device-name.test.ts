import { expect, test } from 'vitest';
import { deviceName } from './device-name.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36';
test.each([
  [`${WINDOWS} (KHTML, like Gecko) Chrome/140.0 Safari/537.36`, 'Chrome · Windows'],
  [`${WINDOWS} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge · Windows'],
  [`${WINDOWS} Chrome/140.0 Whale/4.0 Safari/537.36`, 'Whale · Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 'Safari · macOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · Linux'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Safari/604.1', 'Chrome · iOS'],
  ['curl/8.0', undefined],
  ['', undefined],
])('%s is %s', (userAgent, expected) => expect(deviceName(userAgent)).toBe(expected));
