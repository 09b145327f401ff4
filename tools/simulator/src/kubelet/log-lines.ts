import { mix, unit } from '../core/random.ts';
import type { PodRecord } from '../kinds/object/records.ts';
import type { LogMode } from '../world/faults.ts';

/** What the lines of a container depend on. Nothing is stored: the same numbers always give the same lines. */
export interface LogSubject {
  readonly pod: PodRecord;
  readonly index: number;
  readonly seed: number;
}

type Level = 'INFO' | 'WARN' | 'ERROR' | 'DEBUG';
type Style = 'json' | 'access' | 'plain';

const ACTIONS = [
  'order accepted',
  'stock level updated',
  'price list reloaded',
  'payment confirmed',
  '배송 상태 변경',
  'cache refreshed',
  'message consumed',
  'session extended',
];
const PATHS = [
  '/',
  '/api/cart',
  '/api/orders',
  '/api/products?page=2',
  '/healthz',
  '/api/search?q=신발',
  '/static/app.js',
];
const FLOOD_PER_SECOND = 5000;
const HUGE_LINE_BYTES = 1024 * 1024;

/** The lines of a container in one slot of its time, without times. */
export function linesOf(
  subject: LogSubject,
  slot: number,
  slotMs: number,
  mode: LogMode | undefined,
): Buffer[] {
  const number = numberOf(subject, slot);
  switch (mode) {
    case 'silent':
      return [];
    case 'flood':
      return Array.from({ length: Math.ceil((FLOOD_PER_SECOND * slotMs) / 1000) }, (_, index) =>
        text(
          `DEBUG retry ${slot}.${index}: connection pool exhausted, waiting 0 ms for shard ${mix(number, index) % 64}`,
        ),
      );
    case 'stackTrace':
      return slot % 5 === 0 ? stackTrace(number).map(text) : [text(usualLine(subject, number))];
    case 'hostile':
      return [hostileLine(slot, number)];
    default:
      return [text(mode === 'json' ? jsonLine(subject, number) : usualLine(subject, number))];
  }
}

/** What a container writes before it ends with an error. */
export function lastWords(subject: LogSubject, slot: number, exitCode: number, reason: string): Buffer[] {
  const number = numberOf(subject, slot);
  if (reason === 'OOMKilled') return [text('WARN  heap usage above 97 %, garbage collection cannot keep up')];
  return [
    ...stackTrace(number).map(text),
    text(
      `FATAL cannot go on without the configuration of ${subject.pod.template.labels.app ?? 'this service'}`,
    ),
    text(`FATAL exit with code ${exitCode}`),
  ];
}

function usualLine(subject: LogSubject, number: number): string {
  const style = styleOf(subject);
  if (style === 'json') return jsonLine(subject, number);
  if (style === 'access') return accessLine(number);
  return `${levelOf(number).padEnd(5)} [worker-${number % 8}] ${pick(ACTIONS, number)} id=${number % 100_000} took=${number % 480}ms`;
}

function jsonLine({ pod }: LogSubject, number: number): string {
  return JSON.stringify({
    level: levelOf(number).toLowerCase(),
    msg: pick(ACTIONS, number),
    service: pod.template.labels.app,
    traceId: mix(number, 7).toString(16).padStart(8, '0'),
    durationMs: number % 480,
    user: { id: number % 9000, region: pick(['kr', 'jp', 'us'], number) },
  });
}

function accessLine(number: number): string {
  const status = unit(number, 1) < 0.95 ? 200 : pick([301, 404, 499, 502], number);
  return `10.20.${number % 32}.${number % 250} "GET ${pick(PATHS, number)} HTTP/1.1" ${status} ${number % 40_000} 0.${String(number % 1000).padStart(3, '0')}`;
}

function stackTrace(number: number): string[] {
  return [
    `ERROR order ${number % 100_000} could not be stored`,
    'java.lang.IllegalStateException: connection is closed',
    '\tat com.example.store.ConnectionPool.take(ConnectionPool.java:118)',
    '\tat com.example.store.OrderRepository.insert(OrderRepository.java:64)',
    '\tat com.example.order.OrderService.accept(OrderService.java:41)',
    '\tat java.base/java.lang.Thread.run(Thread.java:1583)',
    'Caused by: java.net.SocketTimeoutException: Read timed out',
    '\tat java.base/sun.nio.ch.NioSocketImpl.timedRead(NioSocketImpl.java:278)',
    '\t... 24 more',
  ];
}

/** Text that a viewer must show and never obey. */
function hostileLine(slot: number, number: number): Buffer {
  switch (slot % 7) {
    case 0:
      return text(
        '\u001b[31;1mERROR\u001b[0m red text, then \u001b[2J\u001b[H\u001b]0;title\u0007 a cleared screen',
      );
    case 1:
      return text(
        '<script>alert(1)</script><img src=x onerror=alert(1)> <a href="javascript:alert(1)">link</a>',
      );
    case 2:
      return Buffer.concat([
        text('invalid '),
        Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0xed, 0xa0, 0x80]),
        text(' UTF-8'),
      ]);
    case 3:
      return Buffer.alloc(HUGE_LINE_BYTES, `huge line ${number} `);
    case 4:
      return text('\u202Egnp.exe\u202C \u200b\u2066hidden\u2069 {"level":"error","msg":"</pre>\\u0000"}');
    case 5:
      return text('progress 10 %\rprogress 90 %\r\u0000\u0008\u009b31m done');
    default:
      return text(
        '=HYPERLINK("http://evil.example","open") \u001b]8;;javascript:alert(1)\u0007click\u001b]8;;\u0007',
      );
  }
}

function styleOf({ pod, index, seed }: LogSubject): Style {
  if (/nginx|gateway|web|front/.test(pod.name)) return 'access';
  return unit(mix(seed, pod.template.id), index + 3) < 0.4 ? 'json' : 'plain';
}

function levelOf(number: number): Level {
  const chance = unit(number, 2);
  return chance < 0.82 ? 'INFO' : chance < 0.92 ? 'DEBUG' : chance < 0.98 ? 'WARN' : 'ERROR';
}

function numberOf({ pod, index, seed }: LogSubject, slot: number): number {
  return mix(mix(seed, pod.id * 8 + index), slot);
}

function pick<Choice>(choices: readonly [Choice, ...Choice[]] | readonly Choice[], number: number): Choice {
  const choice = choices[number % choices.length];
  if (choice === undefined) throw new Error('nothing to pick from');
  return choice;
}

function text(line: string): Buffer {
  return Buffer.from(line);
}
