import { isUtf8 } from 'node:buffer';
import { Batch, MAX_RECORD_BYTES } from '@gwanje/kinds/batch';
import type { DecodedBatch } from '../received-batch.ts';
import { refusal } from '../refusal.ts';
import { decodeSamples } from './decode-samples.ts';
import { withoutUnknownParts } from './unknown-parts.ts';

const BatchWithoutSamples = Batch.omit({ samples: true });
const MAX_PATH = 200;

/** Decodes a batch. One error anywhere refuses the whole batch. What only a newer agent sends is no error. */
export function decodeBatch(plain: Buffer, maxRecordBytes = MAX_RECORD_BYTES): DecodedBatch {
  const value = parse(plain);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refusal('invalidBatch');
  // Writing the JSON takes a tenth of the time of the checks below.
  if (plain.length > maxRecordBytes && recordJson(value).length > maxRecordBytes)
    throw refusal('tooLarge', { field: 'inventory', maxBytes: maxRecordBytes });
  const { batch: known, unknown } = withoutUnknownParts(value);
  const rest = BatchWithoutSamples.safeParse(known);
  if (!rest.success) {
    const [issue] = rest.error.issues;
    throw refusal('invalidBatch', {
      field: cleanText(issue?.path.map(String).join('.') ?? '').slice(0, MAX_PATH),
      what: issue?.code,
    });
  }
  const { samples, negativeCnt } = decodeSamples(
    Object.hasOwn(value, 'samples') ? Reflect.get(value, 'samples') : undefined,
  );
  const batch = { ...rest.data, samples, negativeCnt, ...(unknown.length > 0 && { unknown }) };
  // Bad characters can only appear as an escape, because the bytes are valid UTF-8.
  return plain.includes('\\u') ? cleanTexts(batch) : batch;
}

/** The JSON of a batch without its samples. */
export function recordJson(batch: object): string {
  return JSON.stringify({ ...batch, samples: undefined });
}

function parse(plain: Buffer): unknown {
  if (!isUtf8(plain)) throw refusal('notDecodable', { field: 'body', what: 'not UTF-8' });
  if (!isParseable(plain)) throw refusal('tooLarge', { field: 'body', what: 'too many objects or texts' });
  try {
    return JSON.parse(plain.toString('utf8'));
  } catch {
    throw refusal('notDecodable', { field: 'body', what: 'not JSON' });
  }
}

/** PostgreSQL stores neither U+0000 nor half a surrogate pair, not even in JSON. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

/** Cleans every text in a value, including keys. The schema limits its depth. */
export function cleanTexts<Value>(value: Value): Value {
  return cleaned(value) as Value;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanText(key), cleaned(inner)]));
}

/** More objects and arrays than the largest batch. */
const MAX_CONTAINERS = 1_000_000;
/** More texts, including keys, than the largest batch: 20 times 20,000 rows have 1,200,000. */
const MAX_TEXTS = 2_000_000;
/** The shortest text with its comma. */
const TEXT_BYTES = 4;

const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const QUOTE = 0x22;

/**
 * Whether the JSON is safe to parse. `[[],[],…` and `{"a":0,"b":0,…` take twenty times their size and a minute, and a thread
 * that runs out of memory while parsing ends the process. Counting bytes is cheap. Brackets inside texts count too, which is
 * harmless, because no batch comes near the limit.
 */
export function isParseable(json: Buffer): boolean {
  return (
    isWithin(json, [OPEN_ARRAY, OPEN_OBJECT], MAX_CONTAINERS, json.length) &&
    isWithin(json, [QUOTE], 2 * MAX_TEXTS, (2 * json.length) / TEXT_BYTES)
  );
}

/** `possibleCnt` is the largest number that fits into the text. */
function isWithin(json: Buffer, bytes: readonly number[], most: number, possibleCnt: number): boolean {
  if (possibleCnt <= most) return true;
  let left = most;
  for (const byte of bytes) {
    for (let at = json.indexOf(byte); at !== -1; at = json.indexOf(byte, at + 1)) {
      left -= 1;
      if (left < 0) return false;
    }
  }
  return true;
}
