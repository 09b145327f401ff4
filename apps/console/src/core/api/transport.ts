import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import type { TransportReason } from './api-failure.ts';
import type { PreparedRequest } from './request.ts';

export const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_BUSY_MS = 5_000;

export interface FileAnswer {
  readonly blob: Blob;
  readonly fileName: string | null;
}

export type Answer =
  | {
      readonly kind: 'envelope';
      readonly code: number;
      readonly message: string;
      readonly data: Readonly<Record<string, unknown>>;
      readonly busyMs: number | null;
    }
  | { readonly kind: 'file'; readonly file: FileAnswer }
  | { readonly kind: 'transport'; readonly reason: TransportReason; readonly busyMs: number | null };

export type ChunkReader = (chunk: Uint8Array) => void | Promise<void>;

interface SendOptions {
  readonly answers: Endpoint['answers'];
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  /**
   * Receives the content of a file or stream while it arrives; the file is then empty. The timeout begins again each
   * time. The rest is read after the promise that it returns.
   */
  readonly onChunk?: ChunkReader | undefined;
}

/** Throws only when the caller aborts; returns every other outcome. */
export async function send(request: PreparedRequest, options: SendOptions): Promise<Answer> {
  const { signal } = options;
  signal?.throwIfAborted();
  const tooLate = new AbortController();
  const startTimer = () => setTimeout(() => tooLate.abort(), options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  let timer = startTimer();
  let hasBegun = false;
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      credentials: 'include',
      signal: signal ? AbortSignal.any([signal, tooLate.signal]) : tooLate.signal,
    });
    if (options.answers !== 'json' && response.ok) {
      const { onChunk } = options;
      const file = await fileOf(
        response,
        onChunk &&
          (async (chunk) => {
            hasBegun = true;
            clearTimeout(timer);
            await onChunk(chunk);
            signal?.throwIfAborted();
            timer = startTimer();
          }),
      );
      return { kind: 'file', file };
    }
    return envelopeOf(await response.text(), busyMsOf(response));
  } catch (error) {
    if (signal?.aborted) throw signal.reason ?? error;
    const reason = tooLate.signal.aborted ? 'timeout' : hasBegun ? 'cutOff' : 'network';
    return { kind: 'transport', reason, busyMs: null };
  } finally {
    clearTimeout(timer);
  }
}

/** A proxy may answer 503 for a server that is still starting. */
function busyMsOf({ status, headers }: Response): number | null {
  if (status !== 503) return null;
  const seconds = headers.get('retry-after') ?? '';
  return /^\d+$/.test(seconds) ? Number(seconds) * 1000 : DEFAULT_BUSY_MS;
}

async function fileOf(response: Response, onChunk: SendOptions['onChunk']): Promise<FileAnswer> {
  const fileName = fileNameFrom(response.headers.get('content-disposition'));
  if (!onChunk || !response.body) return { blob: await response.blob(), fileName };
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { blob: new Blob(), fileName };
      await onChunk(value);
    }
  } catch (error) {
    // Without it the connection would stay open, unread.
    void reader.cancel().catch(() => undefined);
    throw error;
  }
}

function fileNameFrom(disposition: string | null): string | null {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // The encoded file name is invalid; the plain file name may be present.
    }
  }
  return disposition?.match(/filename="?([^";]+)"?/i)?.[1] ?? null;
}

function envelopeOf(text: string, busyMs: number | null): Answer {
  const noEnvelope: Answer = { kind: 'transport', reason: 'noEnvelope', busyMs };
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return noEnvelope;
  }
  if (!isRecord(answer)) return noEnvelope;
  const { code, message, data = null } = answer;
  if (typeof code !== 'number' || typeof message !== 'string') return noEnvelope;
  if (data === null) return { kind: 'envelope', code, message, data: {}, busyMs };
  return isRecord(data) ? { kind: 'envelope', code, message, data, busyMs } : noEnvelope;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
