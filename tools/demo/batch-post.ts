import { setTimeout as sleep } from 'node:timers/promises';
import type { RefusalReason } from '@gwanje/contract/agent/batch-refusals';
import { Envelope } from '@gwanje/contract/definition/errors';
import { Ack } from '@gwanje/kinds/batch';

/** A server restarts within a minute, but on a busy machine it may refuse batches for several. */
const GIVE_UP_MS = 10 * 60_000;
const RETRY_MS = 200;

/**
 * Posts batches as an agent does, but without a `Date`: this process has the clock of the server, and a request that
 * is received late would look like a wrong clock. Retries when the server is unavailable. A refused batch is an
 * error. Only this process uses the agent's id, and it makes the same batches again after a crash. A number that the
 * server no longer remembers is therefore stored.
 */
export function postTo(server: string, token: string) {
  return async (seq: number, body: Buffer): Promise<void> => {
    const endMs = performance.now() + GIVE_UP_MS;
    for (;;) {
      const { status, text } = await attempt(body);
      if (status === 200 && Ack.parse(JSON.parse(text)).seq === seq) return;
      if (isLongStored(status, text)) return;
      const isTemporary = status === 0 || status === 429 || status >= 500;
      if (!isTemporary || performance.now() > endMs)
        throw new Error(`the server refuses a batch: status ${status}: ${text.slice(0, 300)}`);
      await sleep(RETRY_MS);
    }
  };

  async function attempt(body: Buffer): Promise<{ status: number; text: string }> {
    try {
      const answer = await fetch(`${server}/ingest/v1/batch`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-encoding': 'zstd',
        },
        body: new Uint8Array(body),
      });
      return { status: answer.status, text: await answer.text() };
    } catch (error) {
      return { status: 0, text: String(error) };
    }
  }
}

function isLongStored(status: number, text: string): boolean {
  if (status !== 409) return false;
  return (
    Envelope.safeParse(JSON.parse(text)).data?.data?.reason === ('agentIdConflict' satisfies RefusalReason)
  );
}
