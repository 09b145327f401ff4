import { isUtf8 } from 'node:buffer';
import { Batch } from '@gwanje/kinds/batch';
import type { DecodedBatch } from '../received-batch.ts';
import { refusal } from '../refusal.ts';
import { cleanText, cleanTexts } from './clean-text.ts';
import { decodeSamples } from './decode-samples.ts';
import { isParseable } from './json-size.ts';

const BatchWithoutSamples = Batch.omit({ samples: true });
const MAX_PATH = 200;

/** Decodes a batch. One error anywhere refuses the whole batch. */
export function decodeBatch(plain: Buffer): DecodedBatch {
  const value = parse(plain);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refusal('invalidBatch');
  const rest = BatchWithoutSamples.safeParse(value);
  if (!rest.success) {
    const [issue] = rest.error.issues;
    throw refusal('invalidBatch', {
      field: cleanText(issue?.path.map(String).join('.') ?? '').slice(0, MAX_PATH),
      what: issue?.code,
    });
  }
  const samples = decodeSamples(Object.hasOwn(value, 'samples') ? Reflect.get(value, 'samples') : undefined);
  const batch = { ...rest.data, samples };
  // Bad characters can only appear as an escape, because the bytes are valid UTF-8.
  return plain.includes('\\u') ? cleanTexts(batch) : batch;
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
