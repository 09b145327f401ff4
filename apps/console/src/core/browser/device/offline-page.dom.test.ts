import { describe, expect, it } from 'vitest';
import type { LastSeen } from './last-seen.ts';
import { offlinePage } from './offline-page.ts';

const AT = new Date(2026, 0, 5, 18, 30).getTime();
const what = { isCritical: true, level: '심각', text: '노드 준비 안 됨', state: '발생' };
const row = { ...what, where: '운영 / <b>node-1</b>', occurredAtMs: AT - 3_600_000 };
const seen: LastSeen = {
  ...{ userNo: 1, userName: '김관제', language: 'ko', isDark: false },
  counts: { critical: 3, warning: 5, atMs: AT },
  alarms: { atMs: AT - 10 * 60_000, rows: [row] },
};

function textOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim();
}

describe('the page without a server', () => {
  it('says of each part when it was received and how old it is', () => {
    const text = textOf(offlinePage(seen, AT + 7 * 60_000));
    expect(text).toContain('김관제 님의 화면');
    expect(text).toContain(
      '아래는 18:30에 받은 내용입니다(7분 전). 현재 상태와 다를 수 있습니다. 심각 3 경고 5',
    );
    expect(text).toContain('아래는 18:20에 받은 내용입니다(17분 전).');
    expect(text).toContain('심각 노드 준비 안 됨 17:30 · 운영 / <b>node-1</b> · 발생');
  });

  it('shows names of clusters as text', () => {
    const html = offlinePage(seen, AT);
    expect(new DOMParser().parseFromString(html, 'text/html').querySelector('small b')).toBeNull();
  });

  it('shows nothing that is older than twelve hours', () => {
    const text = textOf(offlinePage(seen, AT + 13 * 3_600_000));
    expect(text).toContain('받은 지 12시간이 지난 내용은 표시하지 않습니다.');
    expect(text).not.toContain('김관제');
    expect(text).not.toContain('노드 준비 안 됨');
  });

  it('says that nothing is stored', () =>
    expect(textOf(offlinePage(undefined, AT))).toContain('이 기기에 저장된 최근 내용이 없습니다.'));

  it('speaks English to a person who chose it', () => {
    expect(textOf(offlinePage({ ...seen, language: 'en' }, AT + 2 * 3_600_000))).toContain(
      'Below is what was received at 18:30 (2 h ago).',
    );
  });
});
