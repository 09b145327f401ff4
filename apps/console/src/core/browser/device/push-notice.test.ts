import { describe, expect, it } from 'vitest';
import { pushNotice, safeLink, timeText } from './push-notice.ts';

const AT = new Date(2026, 0, 5, 18, 30);
const NOW_MS = AT.getTime() + 60_000;
const [title, tag, link] = ['[심각] 노드 준비 안 됨', 'gwanje-7', '/alarm-list?alarmId=7'];
const text = '운영 / node-1';
const message = { title, text, level: 'critical', isOver: false, at: AT.toISOString(), link, tag };

describe('a notification', () => {
  it('shows title, time and object, and a later one about the alarm replaces it', () => {
    const options = { body: `18:30 · ${text}`, tag, renotify: true, silent: false, data: { link } };
    expect(pushNotice(JSON.stringify(message), NOW_MS)).toMatchObject({ title, options });
  });

  it('about the end of an alarm makes no sound', () => {
    const { options } = pushNotice(JSON.stringify({ ...message, isOver: true }), NOW_MS);
    expect(options).toMatchObject({ tag: 'gwanje-7', renotify: false, silent: true });
  });

  it.each([undefined, '', '{', 'null', '[]', '{"title":1}'])('has a text for the message %s', (text) => {
    const options = { body: '새 알람이 있습니다.', data: { link: '/alarm-list' } };
    expect(pushNotice(text, NOW_MS)).toMatchObject({ title: '관제', options });
  });
});

it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '', null, 7])(
  'the link %s is not opened',
  (link) => expect(safeLink(link)).toBe('/alarm-list'),
);

it('names the day of an older alarm', () =>
  expect(timeText(AT.getTime(), NOW_MS + 86_400_000)).toBe('01-05 18:30'));
