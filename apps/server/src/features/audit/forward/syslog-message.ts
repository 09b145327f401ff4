import type { SealedEntry } from '@gwanje/backend/audit-log/row-hash';

/** "log audit" of RFC 5424. */
const FACILITY = 13;
const SEVERITIES: Readonly<Record<string, number>> = { done: 6, denied: 4, failed: 4 };
/** The name of the structured data, with the number that RFC 5612 reserves for examples: the product has none. */
const STRUCTURE = 'gwanje@32473';
/** Receivers drop or cut longer messages. The entry itself stays complete in the log. */
const MAX_DETAIL = 8000;
const BOM = '\uFEFF';

/** An entry as a message of RFC 5424: its fields are structured data, its detail is the text. */
export function syslogMessage(entry: SealedEntry, host: string): string {
  const { chainNo, auditId, at, actorUserNo, actorUserId, action, outcome } = entry;
  const detail = JSON.stringify(entry.detail);
  const fields: Readonly<Record<string, string | number | null>> = {
    no: chainNo,
    id: auditId,
    hash: entry.hash,
    outcome,
    action,
    actorUserNo,
    actorUserId,
    targetKind: entry.targetKind,
    targetId: entry.targetId,
    address: entry.address,
    detailCut: detail.length > MAX_DETAIL ? 'true' : null,
  };
  const structure = Object.entries(fields)
    .flatMap(([name, value]) => (value === null ? [] : ` ${name}="${escapeParam(String(value))}"`))
    .join('');
  const priority = FACILITY * 8 + (SEVERITIES[outcome] ?? 5);
  return `<${priority}>1 ${at.toISOString()} ${header(host, 255)} gwanje - ${header(action, 32)} [${STRUCTURE}${structure}] ${BOM}${detail.slice(0, MAX_DETAIL)}`;
}

/** Before its text, a message on a stream has its length in bytes: RFC 6587, 3.4.1. */
export function withOctetCount(message: string): string {
  return `${Buffer.byteLength(message)} ${message}`;
}

/** A quote, a backslash and a closing bracket would end the value. Control characters are shown as �. */
function escapeParam(value: string): string {
  return value.replace(/["\\\]]/g, '\\$&').replace(/\p{Cc}/gu, '\uFFFD');
}

/** Printable ASCII without spaces; "-" for nothing. */
function header(value: string, maxLength: number): string {
  return value.replace(/[^\x21-\x7e]/g, '_').slice(0, maxLength) || '-';
}
