import { type DestinationStream, type Logger, pino } from 'pino';

/** Passwords, cookies and tokens are never logged. */
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
  destination: DestinationStream = standardOutput(),
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

/**
 * Not pino's stream: when the reader of the output has ended (EPIPE), it tries to flush forever at exit, and
 * the process would outlive its supervisor.
 */
function standardOutput(): DestinationStream {
  process.stdout.on('error', () => {});
  return process.stdout;
}
