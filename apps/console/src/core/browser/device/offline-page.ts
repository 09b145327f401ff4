import { LAST_SEEN_FOR_MS, type LastSeen, type LastSeenAlarm } from './last-seen.ts';
import { timeText } from './push-notice.ts';

/** The page tries again by itself after this time. */
const RETRY_S = 15;

/** The page has no script, so the policy allows none; its styles are part of it. */
export const OFFLINE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const texts = {
  ko: {
    title: '서버에 연결할 수 없습니다',
    nothing: '이 기기에 저장된 최근 내용이 없습니다.',
    tooOld: '받은 지 12시간이 지난 내용은 표시하지 않습니다.',
    seenAt: (time: string, age: string) =>
      `아래는 ${time}에 받은 내용입니다(${age}). 현재 상태와 다를 수 있습니다.`,
    now: '방금 전',
    minutes: (cnt: number) => `${cnt}분 전`,
    hours: (cnt: number) => `${cnt}시간 전`,
    of: (name: string) => `${name} 님의 화면`,
    counts: '열린 알람',
    critical: '심각',
    warning: '경고',
    alarms: '알람 목록',
    noAlarms: '열린 알람이 없었습니다.',
    retry: `${RETRY_S}초마다 자동으로 다시 연결합니다.`,
    retryNow: '지금 다시 연결',
  },
  en: {
    title: 'The server cannot be reached',
    nothing: 'This device holds nothing that was received lately.',
    tooOld: 'What was received more than 12 hours ago is not shown.',
    seenAt: (time: string, age: string) =>
      `Below is what was received at ${time} (${age}). It may differ from the state of now.`,
    now: 'just now',
    minutes: (cnt: number) => `${cnt} min ago`,
    hours: (cnt: number) => `${cnt} h ago`,
    of: (name: string) => `Screen of ${name}`,
    counts: 'Open alarms',
    critical: 'Critical',
    warning: 'Warning',
    alarms: 'Alarm list',
    noAlarms: 'There were no open alarms.',
    retry: `Connects again every ${RETRY_S} s.`,
    retryNow: 'Connect now',
  },
} as const;
type Texts = (typeof texts)['ko'] | (typeof texts)['en'];

/** The page of the service worker while the server cannot be reached: what was received last, and how old it is. */
export function offlinePage(seen: LastSeen | undefined, nowMs: number): string {
  const language = seen?.language ?? 'ko';
  const say: Texts = texts[language];
  const counts = recent(seen?.counts, nowMs);
  const alarms = recent(seen?.alarms, nowMs);
  const isTooOld = !counts && !alarms && Boolean(seen?.counts ?? seen?.alarms);
  const hasSome = counts !== undefined || alarms !== undefined;
  return `<!doctype html>
<html lang="${language}" data-theme="${seen?.isDark ? 'dark' : 'light'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${RETRY_S}">
<title>${say.title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${say.title}</h1>
<p class="retry">${say.retry} <a href="">${say.retryNow}</a></p>
${hasSome && seen ? `<p class="who">${escaped(say.of(seen.userName))}</p>` : ''}
${hasSome ? '' : `<p>${isTooOld ? say.tooOld : say.nothing}</p>`}
${counts ? countsPart(counts, say, nowMs) : ''}
${alarms ? alarmsPart(alarms, say, nowMs) : ''}
</main>
</body>
</html>`;
}

/** A clock that was set back makes the time lie ahead: it counts as now. */
function recent<Part extends { readonly atMs: number }>(
  part: Part | null | undefined,
  nowMs: number,
): Part | undefined {
  return part && nowMs - part.atMs < LAST_SEEN_FOR_MS ? part : undefined;
}

function seenAt(atMs: number, say: Texts, nowMs: number): string {
  const minutes = Math.max(0, Math.floor((nowMs - atMs) / 60_000));
  const age =
    minutes < 1 ? say.now : minutes < 60 ? say.minutes(minutes) : say.hours(Math.floor(minutes / 60));
  return `<p class="age">${say.seenAt(timeText(atMs, nowMs), age)}</p>`;
}

function countsPart(counts: NonNullable<LastSeen['counts']>, say: Texts, nowMs: number): string {
  return `<section>
<h2>${say.counts}</h2>
${seenAt(counts.atMs, say, nowMs)}
<p class="counts"><b class="critical">${say.critical} ${Number(counts.critical)}</b> <b class="warning">${say.warning} ${Number(counts.warning)}</b></p>
</section>`;
}

function alarmsPart(alarms: NonNullable<LastSeen['alarms']>, say: Texts, nowMs: number): string {
  const rows = alarms.rows.map((row) => alarmRow(row, nowMs)).join('\n');
  return `<section>
<h2>${say.alarms}</h2>
${seenAt(alarms.atMs, say, nowMs)}
${rows === '' ? `<p>${say.noAlarms}</p>` : `<ul>${rows}</ul>`}
</section>`;
}

function alarmRow(row: LastSeenAlarm, nowMs: number): string {
  const time = row.occurredAtMs === null ? '' : `${timeText(row.occurredAtMs, nowMs)} · `;
  return `<li class="${row.isCritical ? 'critical' : 'warning'}">
<b>${escaped(row.level)}</b> ${escaped(row.text)}
<small>${time}${escaped(row.where)} · ${escaped(row.state)}</small>
</li>`;
}

/** Names come from clusters. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const STYLE = `
:root { --ground: #f3f5f9; --panel: #fff; --text: #1b2333; --muted: #5c6780; --line: #dde3ee; --critical: #c8262c; --warning: #9a5b00; --accent: #2057c7; }
[data-theme="dark"] { --ground: #0f1626; --panel: #182136; --text: #e8edf7; --muted: #9aa7c2; --line: #2b3753; --critical: #ff8a8d; --warning: #ffb84d; --accent: #8fb4ff; color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 0.9375rem/1.6 Pretendard, "Apple SD Gothic Neo", "Malgun Gothic", system-ui, sans-serif; word-break: keep-all; overflow-wrap: anywhere; }
main { max-width: 720px; margin: 0 auto; padding: 24px 16px; }
h1 { margin: 0 0 4px; font-size: 1.25rem; }
h2 { margin: 0; font-size: 1rem; }
p { margin: 8px 0; }
a { display: inline-block; padding: 8px 0; color: var(--accent); }
.retry, .who, .age, small { color: var(--muted); }
.age { font-size: 0.875rem; }
section { margin-top: 12px; padding: 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--panel); }
.counts { display: flex; gap: 24px; font-size: 1.125rem; }
ul { margin: 8px 0 0; padding: 0; list-style: none; }
li { padding: 10px 0; border-top: 1px solid var(--line); }
small { display: block; }
b.critical, .critical b { color: var(--critical); }
b.warning, .warning b { color: var(--warning); }
`;
