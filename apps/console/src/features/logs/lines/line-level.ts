/** From the worst to the least. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The beginning of a line that is searched for its level. */
const HEAD_CHARS = 400;

const names: Readonly<Record<string, LogLevel>> = {
  emerg: 'error',
  emergency: 'error',
  panic: 'error',
  fatal: 'error',
  alert: 'error',
  crit: 'error',
  critical: 'error',
  severe: 'error',
  err: 'error',
  error: 'error',
  warn: 'warn',
  warning: 'warn',
  wrn: 'warn',
  notice: 'info',
  info: 'info',
  inf: 'info',
  information: 'info',
  debug: 'debug',
  dbg: 'debug',
  fine: 'debug',
  trace: 'debug',
  verbose: 'debug',
};

export function levelNamed(name: string): LogLevel | undefined {
  const lower = name.toLowerCase();
  return Object.hasOwn(names, lower) ? names[lower] : undefined;
}

/** The numbers of pino and bunyan. */
export function levelNumbered(value: number): LogLevel | undefined {
  if (value < 10 || value > 60) return undefined;
  if (value >= 50) return 'error';
  if (value >= 40) return 'warn';
  return value >= 30 ? 'info' : 'debug';
}

const FIELD =
  /"(?:@?l(?:evel|vl)?|severity|log\.level|levelname|loglevel)"\s*:\s*(?:"([A-Za-z]{1,12})"|(\d{2})\b)/i;
const LOGFMT = /(?:^|\s)(?:level|lvl|severity)=["']?([A-Za-z]{1,12})\b/;
/** `W1118 20:11:48.123456`, as Kubernetes' own components write. */
const KLOG = /^([IWEF])\d{4} \d\d:\d\d:\d\d\.\d+/;
const klogLevels: Readonly<Record<string, LogLevel>> = { I: 'info', W: 'warn', E: 'error', F: 'error' };
const BRACKETED = /[[(<|](\p{L}{3,9})[\])>|]/gu;
const CAPITALS = /\b(?:PANIC|FATAL|CRITICAL|SEVERE|ERROR|ERR|WARNING|WARN|NOTICE|INFO|DEBUG|TRACE)\b/;
const PREFIX = /^(?:panic|fatal|error|warning|warn|info|debug)(?=:)/i;
const CONTINUATION = /^(?:\s+\S|\}|\)|\]|Caused by: |Traceback \(|goroutine \d+ \[|at \S+\(|\.\.\. \d+ more)/;

/** `java.lang.IllegalStateException: closed`, which follows the line that logged it, or stands alone. */
const EXCEPTION = /^(?:Exception in thread |(?:[\w$]+\.)*[A-Z][\w$]*(?:Exception|Error)(?::|\s*$))/;

/**
 * `none`: the line has no level · `continuation`: the line goes on with the one before · `exception`: so does this one,
 * when that is an error or a warning.
 */
export type LineLevel = LogLevel | 'none' | 'continuation' | 'exception';

export function levelIn(text: string): LineLevel {
  const head = text.length > HEAD_CHARS ? text.slice(0, HEAD_CHARS) : text;
  if (head.startsWith('{')) {
    const [, name, number] = FIELD.exec(text) ?? [];
    const level = name === undefined ? number && levelNumbered(Number(number)) : levelNamed(name);
    return level || 'none';
  }
  if (CONTINUATION.test(head)) return 'continuation';
  if (EXCEPTION.test(head)) return 'exception';
  const klog = KLOG.exec(head)?.[1];
  if (klog !== undefined) return klogLevels[klog] ?? 'none';
  const logfmt = LOGFMT.exec(head)?.[1];
  if (logfmt !== undefined) return levelNamed(logfmt) ?? 'none';
  for (const [, word = ''] of head.matchAll(BRACKETED)) {
    const level = levelNamed(word);
    if (level) return level;
  }
  const word = (CAPITALS.exec(head) ?? PREFIX.exec(head))?.[0];
  return (word !== undefined && levelNamed(word)) || 'none';
}
