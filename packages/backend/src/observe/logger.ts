import { type Logger, pino } from 'pino';

/** Passwords, cookies and tokens never reach a log line. */
const REDACTED = [
  'req.headers.cookie',
  'req.headers.authorization',
  'res.headers["set-cookie"]',
  'password',
  '*.password',
  'token',
  '*.token',
];

export function createLogger(processName: string, level: string): Logger {
  return pino({
    name: processName,
    level,
    redact: REDACTED,
    timestamp: pino.stdTimeFunctions.isoTime,
    base: { pid: process.pid },
  });
}
