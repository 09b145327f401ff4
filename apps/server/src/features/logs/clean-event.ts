import { type LogEvent, type LogLine, MAX_LOG_LINE_BYTES } from '@gwanje/contract/objects/logs';

const KEPT = new Set(['\t', '\r', '\u001b']);
const REPLACEMENT = '\ufffd';

/**
 * Replaces control characters, but tabs, carriage returns (progress bars) and escape (colours). It
 * also cuts lines: an agent may be
 * another program than ours.
 */
export function cleanEvent(event: LogEvent): LogEvent {
  if (event.type === 'lines') return { ...event, list: event.list.map(cleanLine) };
  if ('detail' in event) return { ...event, detail: event.detail === null ? null : cleanText(event.detail) };
  return event;
}

function cleanLine([time, text, cutBytes = 0]: LogLine): LogLine {
  const shown = text.length > MAX_LOG_LINE_BYTES ? text.slice(0, MAX_LOG_LINE_BYTES) : text;
  const missing = cutBytes + Buffer.byteLength(text) - Buffer.byteLength(shown);
  return missing === 0 ? [time, cleanText(shown)] : [time, cleanText(shown), missing];
}

function cleanText(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}/gu, (char) => (KEPT.has(char) ? char : REPLACEMENT));
}
