import { badRequest } from './status.ts';

/** The position of a paged list, in the format of a real API server. */
export interface ContinueToken {
  /** -1: the list continues with the current objects. */
  readonly rv: number;
  readonly fromKey: string;
}

export function encodeContinue(rv: number, lastKey: string): string {
  const token = JSON.stringify({ v: 'meta.k8s.io/v1', rv, start: `${lastKey}\u0000` });
  return Buffer.from(token).toString('base64url');
}

export function decodeContinue(text: string): ContinueToken {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (
      typeof parsed === 'object' &&
      parsed !== null &&
      'v' in parsed &&
      parsed.v === 'meta.k8s.io/v1' &&
      'rv' in parsed &&
      typeof parsed.rv === 'number' &&
      'start' in parsed &&
      typeof parsed.start === 'string'
    )
      return { rv: parsed.rv, fromKey: parsed.start };
  } catch {
    // Not JSON: refused below like any other invalid token.
  }
  throw badRequest('continue key is not valid: incorrect encoding for continue key');
}
