import { formatBytesLimit } from '@gwanje/domain/formats/bytes';
import { formatCoresLimit } from '@gwanje/domain/formats/cores';
import { formatInstant } from '@gwanje/domain/formats/time';

export interface StateLine {
  readonly name: string;
  readonly text: string;
}

const MAX_LINES = 60;

/** A stored object state, one line per field. Nested fields become lines with a prefix. */
export function stateLines(state: Readonly<Record<string, unknown>>, prefix = ''): StateLine[] {
  const lines = Object.entries(state).flatMap(([name, value]) => linesOf(`${prefix}${name}`, value));
  return prefix === '' ? lines.slice(0, MAX_LINES) : lines;
}

function linesOf(name: string, value: unknown): StateLine[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((one, at) => elementLines(name, one, at));
  if (typeof value === 'object') return stateLines({ ...value }, `${name}.`);
  return [{ name, text: textOf(name, value) }];
}

/** A container is one line with its own name. */
function elementLines(name: string, value: unknown, at: number): StateLine[] {
  if (typeof value !== 'object' || value === null) return linesOf(`${name}.${at + 1}`, value);
  const { name: own, ...rest } = { name: undefined, ...value };
  const words = stateLines(rest, ' ').map((line) => `${line.name.trim()} ${line.text}`);
  return [{ name: `${name}.${typeof own === 'string' ? own : at + 1}`, text: words.join(' · ') }];
}

function textOf(name: string, value: unknown): string {
  if (typeof value !== 'number') return String(value);
  if (name.endsWith('Bytes')) return formatBytesLimit(value);
  if (name.endsWith('Cores')) return formatCoresLimit(value);
  if (name.endsWith('AtMs')) return formatInstant(value);
  return String(value);
}
