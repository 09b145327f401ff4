import type { ManifestPart } from '@gwanje/kinds/batch';
import type { RecordKind } from '@gwanje/kinds/registry';
import type { Mutex } from 'async-mutex';
import type { Logger } from 'pino';
import { z } from 'zod';
import { pause } from '../http/backoff.ts';
import { pathOf } from '../inventory/kinds.ts';
import type { ApiClient } from '../kubernetes/api-client.ts';
import { readPage } from '../kubernetes/read-page.ts';
import type { ManifestTracker } from './manifest-tracker.ts';

/** Manifests may be long, and a page of them is in memory. */
const PAGE_SIZE = 50;
const LOOK_AGAIN_AFTER_MS = 500;
/** After an API server that refuses a listing or does not answer. */
const TRY_AGAIN_AFTER_MS = 60_000;

export interface ManifestSenderOptions {
  readonly tracker: ManifestTracker;
  readonly api: ApiClient;
  /** Shared with the listings of the inventory: the agent reads one page at a time. */
  readonly listings: Mutex;
  readonly pageSize?: number | undefined;
  /** Writes a batch and returns its number. */
  readonly send: (part: ManifestPart) => Promise<number>;
  readonly logger: Logger;
}

/**
 * Sends one batch of manifests when the last one is acknowledged. Batches are sent in order, so the next one comes after
 * everything that waits now, and never two of them hold up other batches. Call it every second.
 */
export async function sendManifests({ tracker, send, logger }: ManifestSenderOptions): Promise<void> {
  if (!tracker.isSupported || tracker.isWaiting) return;
  const part = tracker.take();
  if (!part) return;
  try {
    tracker.sent(await send(part), part);
  } catch (err) {
    logger.warn({ err }, 'manifests could not be written, the agent tries again');
    tracker.lost(part);
  }
}

const WithUid = z.looseObject({ metadata: z.looseObject({ uid: z.string() }) });

/** Reads the objects whose manifests the server needs, page by page as fast as manifests are sent. Runs until stopped. */
export async function fetchManifests(options: ManifestSenderOptions, signal: AbortSignal): Promise<void> {
  const { tracker, logger } = options;
  while (!signal.aborted) {
    const [kind] = tracker.wantedKinds;
    try {
      if (kind) await fetchKind(kind, options, signal);
      await pause(LOOK_AGAIN_AFTER_MS, signal);
    } catch (err) {
      if (!signal.aborted) logger.debug({ err, kind }, 'manifests could not be read, the agent tries again');
      await pause(TRY_AGAIN_AFTER_MS, signal);
    }
  }
}

async function fetchKind(
  kind: RecordKind,
  { tracker, api, listings, pageSize = PAGE_SIZE }: ManifestSenderOptions,
  signal: AbortSignal,
): Promise<void> {
  let more: string | undefined;
  do {
    while (!tracker.hasRoom) if (await pause(LOOK_AGAIN_AFTER_MS, signal)) return;
    const page = { path: pathOf(kind), limit: pageSize, more };
    const read = () =>
      readPage(api, page, signal, async (items) => {
        for (const item of items) {
          const found = WithUid.safeParse(item);
          if (found.success) tracker.fetched(kind, found.data.metadata.uid, item);
        }
      });
    ({ more } = await listings.runExclusive(read));
  } while (more !== undefined && tracker.wantedKinds.includes(kind));
  tracker.fetchEnded(kind);
}
