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
 * Not pino's own stream: when nobody reads the output any more (EPIPE), that one tries to flush for ever at exit, and the
 * process would outlive its supervisor. Nobody is left to be told of the error.
 */
function standardOutput(): DestinationStream {
  process.stdout.on('error', () => {});
  return process.stdout;
}
