import { PodId } from '@gwanje/contract/definition/fields';
import { MAX_LOG_SOURCES } from '@gwanje/contract/objects/logs';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type LogTarget, targetKey } from '../log-targets.ts';
import { LogSession, type LogSnapshot } from '../stream/log-session.ts';
import type { LogWindow } from '../stream/log-stream.ts';

interface SessionInput {
  readonly window: LogWindow;
  readonly isPrevious: boolean;
  readonly aroundMs: number | null;
  readonly targets: readonly LogTarget[];
}

interface OpenSession {
  readonly session: LogSession;
  /** In the order of the session's sources. Those of deleted pods stay. */
  readonly targets: readonly LogTarget[];
}

const NOTHING: LogSnapshot = {
  rows: [],
  receivedCnt: 0,
  droppedCnt: 0,
  leftOutCnt: 0,
  sources: [],
  connection: { kind: 'connecting' },
  isHeld: false,
};
const never = () => () => undefined;
const nothing = () => NOTHING;

/** The session of a window and container; another choice begins a new one. New pods join it. */
export function useLogSession({ window, isPrevious, aroundMs, targets }: SessionInput) {
  const [open, setOpen] = useState<OpenSession | null>(null);
  const names = targets.map(({ containerName }) => containerName);
  const key = JSON.stringify([window, isPrevious, aroundMs, [...new Set(names)].toSorted()]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the window
  useEffect(() => {
    const session = new LogSession(window, aroundMs === null ? null : new Date(aroundMs).toISOString());
    setOpen({ session, targets: [] });
    return () => session.close();
  }, [key]);

  const snapshot = useSyncExternalStore(open?.session.subscribe ?? never, open?.session.snapshot ?? nothing);
  const known = new Set(open?.targets.map(targetKey));
  const endedCnt = snapshot.sources.filter(({ kind }) => kind === 'ended').length;
  const joining = targets
    .filter((target) => !known.has(targetKey(target)))
    .slice(0, Math.max(0, MAX_LOG_SOURCES - known.size + endedCnt));
  const joiningKey = joining.map(targetKey).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the targets
  useEffect(() => {
    if (!open || joining.length === 0) return;
    const { session } = open;
    session.add(
      joining.map(({ podId, containerName }) => ({
        podId: PodId.parse(podId),
        containerName,
        previous: isPrevious ? 'Y' : 'N',
      })),
    );
    setOpen((now) => (now?.session === session ? { session, targets: [...now.targets, ...joining] } : now));
  }, [open?.session, joiningKey]);

  return { session: open?.session ?? null, targets: open?.targets ?? [], snapshot };
}
