import { confirmLevels } from '@gwanje/domain/mappings/alarm';
import { create } from 'zustand';
import { readStoredJson, writeStored } from '#core/browser/storage.ts';
import type { Feed, FeedRow } from './feed.ts';

const KEY = 'realtimeView';

export const levelChoices = ['all', 'critical', 'warning'] as const;
export type LevelChoice = (typeof levelChoices)[number];

export interface FeedView {
  readonly level: LevelChoice;
  readonly isUnseenOnly: boolean;
}

/** Invalid stored values become the default. */
export function viewFrom(kept: unknown): FeedView {
  const record = typeof kept === 'object' && kept !== null ? { ...kept } : {};
  const { level, isUnseenOnly } = { level: undefined, isUnseenOnly: undefined, ...record };
  return {
    level: levelChoices.find((choice) => choice === level) ?? 'all',
    isUnseenOnly: isUnseenOnly === true,
  };
}

/** Stored in the browser, so that the window opens with its last view. */
export const useFeedView = create<FeedView>()(() => viewFrom(readStoredJson('local', KEY)));

export function changeFeedView(patch: Partial<FeedView>): void {
  useFeedView.setState(patch);
  const { level, isUnseenOnly } = useFeedView.getState();
  writeStored('local', KEY, JSON.stringify({ level, isUnseenOnly }));
}

export function isShown({ level, isUnseenOnly }: FeedView, row: FeedRow): boolean {
  if (isUnseenOnly && row.confirmLevel !== confirmLevels.occurred) return false;
  return level === 'all' || (level === 'warning') === (row.level === 1);
}

export function shownRows(feed: Feed, view: FeedView): Feed {
  return feed.filter((row) => isShown(view, row));
}
