import type { PushPayload } from '@gwanje/contract/alarms/push';

/** A notification as the browser shows it. */
export interface PushNotice {
  readonly title: string;
  readonly options: NotificationOptions & {
    readonly renotify?: boolean;
    readonly timestamp?: number;
    readonly data: { readonly link: string };
  };
}

const HOME = '/alarm-list';
const FALLBACK: PushPayload = {
  title: '관제',
  text: '새 알람이 있습니다.',
  level: 'warning',
  isOver: false,
  at: '',
  link: HOME,
  tag: 'gwanje',
};

/** A browser must show something for every message, so a message that cannot be read has a text too. */
export function pushNotice(text: string | undefined, nowMs: number): PushNotice {
  const message = payloadOf(text);
  const atMs = Date.parse(message.at);
  const time = Number.isFinite(atMs) ? `${timeText(atMs, nowMs)} · ` : '';
  return {
    title: message.title,
    options: {
      body: `${time}${message.text}`,
      tag: message.tag,
      // The end of an alarm replaces its notification without a sound.
      renotify: !message.isOver,
      silent: message.isOver,
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      ...(Number.isFinite(atMs) && { timestamp: atMs }),
      data: { link: message.link },
    },
  };
}

/** The path of the console that a notification opens. Anything else could lead to another site. */
export function safeLink(link: unknown): string {
  return typeof link === 'string' && /^\/(?![/\\])/.test(link) ? link : HOME;
}

function payloadOf(text: string | undefined): PushPayload {
  let message: Partial<PushPayload> | null = null;
  try {
    message = JSON.parse(text ?? '');
  } catch {
    // Shown as the fallback.
  }
  if (typeof message?.title !== 'string' || typeof message.text !== 'string') return FALLBACK;
  return {
    title: message.title,
    text: message.text,
    level: message.level === 'critical' ? 'critical' : 'warning',
    isOver: message.isOver === true,
    at: typeof message.at === 'string' ? message.at : '',
    link: safeLink(message.link),
    tag: typeof message.tag === 'string' && message.tag !== '' ? message.tag : FALLBACK.tag,
  };
}

/** Hours and minutes, with the date when it is not of today. */
export function timeText(atMs: number, nowMs: number): string {
  const at = new Date(atMs);
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}`;
  const isToday = at.toDateString() === new Date(nowMs).toDateString();
  return isToday ? clock : `${two(at.getMonth() + 1)}-${two(at.getDate())} ${clock}`;
}
