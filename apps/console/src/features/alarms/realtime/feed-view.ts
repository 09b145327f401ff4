import { alarmLevels, confirmLevels } from '@gwanje/domain/mappings/labels';
import { z } from 'zod';
import { create } from 'zustand';
import { readStoredJson, writeStored } from '#core/browser/storage.ts';
import type { FeedRow } from './feed.ts';

const KEY = 'realtimeView';

export const levelChoices = ['all', 'critical', 'warning'] as const;

const defaultView = { level: 'all', isUnacknowledgedOnly: false } as const;
const StoredView = z.object({
  level: z.enum(levelChoices).catch(defaultView.level),
  isUnacknowledgedOnly: z.boolean().catch(defaultView.isUnacknowledgedOnly),
});
type FeedView = Readonly<z.infer<typeof StoredView>>;

/** Invalid stored values become the default. */
export function viewFrom(stored: unknown): FeedView {
  return StoredView.catch(defaultView).parse(stored);
}

/** Stored in the browser, so that the window opens with its last view. */
export const useFeedView = create<FeedView>()(() => viewFrom(readStoredJson('local', KEY)));

export function changeFeedView(patch: Partial<FeedView>): void {
  useFeedView.setState(patch);
  const { level, isUnacknowledgedOnly } = useFeedView.getState();
  writeStored('local', KEY, JSON.stringify({ level, isUnacknowledgedOnly }));
}

export function isShown({ level, isUnacknowledgedOnly }: FeedView, row: FeedRow): boolean {
  if (isUnacknowledgedOnly && row.confirmLevel !== confirmLevels.occurred) return false;
  return level === 'all' || (level === 'warning') === (row.level === alarmLevels.warning);
}
