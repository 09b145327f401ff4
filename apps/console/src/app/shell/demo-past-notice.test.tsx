import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { forgetConfig } from '#core/config.ts';
import { testConfig } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { DemoPastNotice } from './demo-past-notice.tsx';

const TITLE = '데모 기록을 쓰는 중';
const SECONDS = 1000;

/** Shows the notice with what the server answers. Returns a spy that counts the requests. */
function showNotice(server: { demoPast: { remainingSec: number | null } | null }) {
  // Only the interval of the query: everything else goes on by itself.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  forgetConfig();
  onTestFinished(() => {
    vi.useRealTimers();
    forgetConfig();
  });
  const asked = vi.fn();
  signedIn().on('/config.json', () => {
    asked();
    return new Response(JSON.stringify({ ...testConfig, isDemo: true, ...server }));
  });
  renderPage(() => <DemoPastNotice />, '/');
  return asked;
}

const line = () => screen.queryByRole('status')?.textContent ?? null;

test('counts down while the past of the demo is written, and goes by itself when it is', async () => {
  const server: Parameters<typeof showNotice>[0] = { demoPast: { remainingSec: null } };
  const asked = showNotice(server);
  await expect.poll(line).toBe(`${TITLE}지난 시간의 차트가 차례로 채워집니다.`);
  for (const [remainingSec, text] of [
    [170, '약 3분'],
    [70, '약 1분'],
    [20, '1분 이내'],
  ] as const) {
    server.demoPast = { remainingSec };
    vi.advanceTimersByTime(5 * SECONDS);
    await expect.poll(line).toContain(`${TITLE} · ${text}`);
  }
  server.demoPast = null;
  vi.advanceTimersByTime(5 * SECONDS);
  await expect.poll(line).toBeNull();
  const cnt = asked.mock.calls.length;
  vi.advanceTimersByTime(600 * SECONDS);
  expect(asked).toHaveBeenCalledTimes(cnt);
});

test('is not there, and asks for nothing more, when no past is being written', async () => {
  const asked = showNotice({ demoPast: null });
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  vi.advanceTimersByTime(600 * SECONDS);
  expect(line()).toBeNull();
  expect(asked).toHaveBeenCalledTimes(1);
});
