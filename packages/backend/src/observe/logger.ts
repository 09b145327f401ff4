import { type DestinationStream, type Logger, pino } from 'pino';

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

export function createLogger(
  processName: string,
  level: string,
  destination: DestinationStream = pino.destination(),
): Logger {
  const options = {
    name: processName,
    level,
    redact: REDACTED,
    timestamp: pino.stdTimeFunctions.isoTime,
    base: { pid: process.pid },
  };
  return pino(options, destination);
}
