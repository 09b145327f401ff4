import { SearchConditions } from '@gwanje/contract/dashboard';
import { defaultConditions } from '@gwanje/domain/dashboard/conditions';
import type { Logger } from 'pino';
import type { LiveState } from '../../live/live-state.ts';
import type { TileWriter } from './tile-writer.ts';

interface Warmed {
  readonly live: LiveState;
  readonly tileWriter: TileWriter;
  readonly logger: Logger;
}

/** Draws the dashboard once for nobody: whoever looks first would wait for its thread to begin and learn every name. */
export async function warmDashboard({ live, tileWriter, logger }: Warmed, nowMs: number): Promise<void> {
  try {
    const tiles = live.dashboardTiles(SearchConditions.parse(defaultConditions), live.hostIds(), nowMs);
    await tileWriter.write(tiles, '{', '}', 'zstd');
  } catch (err) {
    logger.warn({ err }, 'the dashboard is not warm');
  }
}
